import PostalMime, { type Address, type Email } from 'postal-mime';
import type { Collector } from './collector.ts';
import { readHtmlText } from './html.ts';
import type { ReadInner } from './reader.ts';

/**
 * Maximum cost of parsing. The parser stores each line separately: a line of an attachment takes some 200 bytes of
 * memory, a line of text 3 KB. The limit corresponds to 27 MB of attachments, or 100,000 lines of text.
 */
const MAX_COST = 500_000;
const COST_OF_SHORT_LINE = 5;
/** Shorter lines count as text; base64 lines are normally 76 characters. */
const SHORT_LINE_BYTES = 60;
const MAX_BYTES = 48 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Real e-mails nest about three levels. */
const limits = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024 };

/** Adds an e-mail (RFC 5322): subject, people, date, body, then the names and texts of the attachments. */
export async function readMail(content: Uint8Array, out: Collector, readInner: ReadInner): Promise<void> {
  const mail = await PostalMime.parse(beginningOf(content), { ...limits, forceRfc822Attachments: true });
  out.add(`${headOf(mail)}\n\n`);
  if (mail.text?.trim()) out.add(mail.text);
  else readHtmlText(mail.html ?? '', out);
  for (const { filename, content: attached } of mail.attachments) {
    out.add(`\n\n${filename ?? ''}\n`);
    if (out.isFull) return;
    await readInner(typeof attached === 'string' ? Buffer.from(attached) : new Uint8Array(attached));
  }
}

/** The beginning of an e-mail that can be parsed within the cost limit. The rest contains the last attachments. */
function beginningOf(content: Uint8Array): Uint8Array {
  let end = 0;
  for (let cost = 0; cost < MAX_COST; ) {
    const feed = content.indexOf(LINE_FEED, end);
    if (feed === -1 || feed >= MAX_BYTES) return content.subarray(0, MAX_BYTES);
    cost += feed - end < SHORT_LINE_BYTES ? COST_OF_SHORT_LINE : 1;
    end = feed + 1;
  }
  return content.subarray(0, end);
}

function headOf(mail: Email): string {
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])];
  return [mail.subject, ...people.map(personOf), mail.date].filter(Boolean).join('\n');
}

function personOf(person: Address | undefined): string {
  if (!person) return '';
  if (person.group) return [person.name, ...person.group.map(personOf)].join('\n');
  return `${person.name} ${person.address}`.trim();
}
