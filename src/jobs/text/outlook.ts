import msgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { checkCompoundFile } from '../formats/compound-file.ts';
import type { Collector } from './collector.ts';
import { readHtml, readHtmlText } from './html.ts';
import type { ReadInner } from './reader.ts';

/** Encoding of non-Unicode e-mails. They are rare, and do not declare their encoding. */
const ENCODING = 'windows-1252';

/** Adds an Outlook e-mail: subject, people, date, body, then the names and texts of the attachments. */
export async function readOutlook(content: Uint8Array, out: Collector, readInner: ReadInner): Promise<void> {
  checkCompoundFile(content);
  // A copy, so that a bug in the reader cannot expose other data in the buffer.
  const reader = new msgReader.default(new Uint8Array(content).buffer);
  reader.parserConfig = { ansiEncoding: ENCODING };
  const mail = reader.getFileData();
  out.add(`${headOf(mail)}\n\n`);
  addBody(mail, out);
  for (const attachment of mail.attachments ?? []) {
    out.add(`\n\n${attachment.fileName ?? attachment.fileNameShort ?? attachment.name ?? ''}\n`);
    if (out.isFull) return;
    await readInner(reader.getAttachment(attachment).content);
  }
}

function headOf(mail: FieldsData): string {
  const sender = personOf(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail);
  const recipients = (mail.recipients ?? []).map(({ name, smtpAddress, email }) =>
    personOf(name, smtpAddress ?? email),
  );
  const date = mail.messageDeliveryTime ?? mail.clientSubmitTime;
  return [mail.subject, sender, ...recipients, date].filter(Boolean).join('\n');
}

function personOf(name: string | undefined, address: string | undefined): string {
  return name === address ? (name ?? '') : [name, address].filter(Boolean).join(' ');
}

/** Outlook stores a body as text, HTML or both. */
function addBody(mail: FieldsData, out: Collector): void {
  if (mail.body?.trim()) out.add(mail.body);
  else if (mail.html) readHtml(mail.html, out);
  else readHtmlText(mail.bodyHtml ?? '', out);
}
