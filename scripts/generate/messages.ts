/** Regenerates `docs/build/messages.md` from the message catalogue: `npm run messages`. */
import { writeFileSync } from 'node:fs';
import { TEXTS } from '../../src/model/errors/messages.ts';

const HEAD = `# Messages

Every message that a request can be refused with ([contract §5](contract/rest.md#5-rest-errors-and-statuses)), every text
of the activity log ([§18](contract/activity.md#18-activity)), and every reason why a document has no text or thumbnail
([§8](contract/rest.md#8-rest-records)), by its code. Words in
braces are its facts. In an error, a text that begins with a small letter completes the name of a field. Texts may change;
codes and the names of facts do not.

- \`values\`, \`keys\`, \`scopes\`, \`logins\`, \`users\`, \`fields\` and \`verbs\` are lists with \`, \` between. \`verbs\` has some of \`read\`, \`change\`,
  \`create in\`, \`delete\` and \`share\`, always in this order.
- \`end\` and \`until\` are timestamps.
- \`invalid\` stands for the whole answer where \`rules\` has the codes; its \`faults\` is an English text.
- \`command_line\` is sent by no interface. \`entry_locked\` and some others about locks are texts of WebDAV only, which sends
  no codes.

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
