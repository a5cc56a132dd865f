/** Regenerates `docs/build/messages.md` from the message catalogue: `npm run messages`. */
import { writeFileSync } from 'node:fs';
import { TEXTS } from '../../src/model/errors/messages.ts';

const HEAD = `# Messages

All messages by code: errors of requests ([contract §5](contract/rest.md#5-rest-errors-and-statuses)), texts of the
activity log ([§18](contract/activity.md#18-activity)), and reasons why a document has no text or thumbnail
([§8](contract/rest.md#8-rest-records)). Words in braces are facts. In an error, a text that begins with a small letter
completes the name of a field. Texts may change. Codes and names of facts do not change.

- \`values\`, \`keys\`, \`scopes\`, \`logins\`, \`users\`, \`fields\` and \`verbs\` are lists, separated by \`, \`. \`verbs\` contains some of
  \`read\`, \`change\`, \`create in\`, \`delete\` and \`share\`, always in this order.
- \`end\` and \`until\` are timestamps.
- \`invalid\` is the message of the whole response if \`rules\` contains the codes. Its fact \`faults\` is an English text.
- No interface sends \`command_line\`. Only WebDAV, which sends no codes, uses \`entry_locked\` and some others about locks.

| code | text |
|---|---|
`;

/** The content of the page: one row per message, in the order of the catalogue. */
export function messagesPage(): string {
  return (
    HEAD +
    Object.entries(TEXTS)
      .map(([code, text]) => `| \`${code}\` | ${text} |\n`)
      .join('')
  );
}

if (import.meta.main) writeFileSync(new URL('../../docs/build/messages.md', import.meta.url), messagesPage());
