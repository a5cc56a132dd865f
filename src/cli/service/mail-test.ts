import type { Command } from 'commander';
import { type CommonFlags, contextOf, subcommand } from '../command.ts';
import { mailServerOf } from '../composition-root.ts';
import { CommandError, EXIT } from '../terminal/output.ts';

interface Flags extends CommonFlags {
  readonly to: string;
}

const TEXT = 'This is a test: dms can send mail.';

/** The command `dms mail-test`. */
export function mailTestCommand(): Command {
  return subcommand('mail-test', 'send a test e-mail and print the response of the mail server')
    .requiredOption('--to <address>', 'e-mail address of the recipient')
    .action(async (flags: Flags) => {
      const { config, output } = await contextOf(flags);
      const server = mailServerOf(config);
      if (!server) {
        throw new CommandError(
          'no mail server is configured: set smtp.url (DMS_SMTP_URL) and smtp.from (DMS_SMTP_FROM)',
          EXIT.usage,
        );
      }
      const message = { subject: 'Test of dms', text: `${TEXT}\n`, html: `<p>${TEXT}</p>\n` };
      const to = { name: '', address: flags.to, key: `test.${String(Date.now())}` };
      const response = await server.send({ ...message, ...to }).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new CommandError(`the test e-mail could not be sent: ${reason}`);
      });
      output.result({ to: flags.to, response }, `the mail server accepted the test e-mail: ${response}`);
    });
}
