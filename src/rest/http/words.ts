import { type FactsOf, type Message, type MessageCode, message } from '../../model/errors/messages.ts';

/** zod carries the texts of messages only. By these the messages are found again. */
const messages = new Map<string, Message>();

/** The text of a message for a schema: `z.string().min(1, words('empty'))`. */
export function words<Code extends MessageCode>(code: Code, ...facts: FactsOf<Code>): string {
  return wordsOf(message(code, ...facts));
}

/** As {@link words}. @param fault one of few: it is kept for good */
export function wordsOf(fault: Message): string {
  messages.set(fault.text, fault);
  return fault.text;
}

/** The message whose text a schema has used. */
export function messageOf(text: string): Message {
  const found = messages.get(text);
  if (found === undefined) throw new Error(`A schema has a message without a code: ${text}`);
  return found;
}
