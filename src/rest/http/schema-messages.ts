import { type FactsOf, type Message, type MessageCode, message } from '../../model/errors/messages.ts';

/** Messages by their text, because zod carries only the texts of messages. */
const messages = new Map<string, Message>();

/**
 * Text of a message for a schema: `z.string().min(1, messageText('empty'))`.
 * @param facts never a value that a client sends: the message is stored permanently
 */
export function messageText<Code extends MessageCode>(code: Code, ...facts: FactsOf<Code>): string {
  return messageTextOf(message(code, ...facts));
}

/**
 * Like {@link messageText}, for an existing message.
 * @param fault one of a small set: it is stored permanently
 */
export function messageTextOf(fault: Message): string {
  messages.set(fault.text, fault);
  return fault.text;
}

/**
 * Message with this text, which a schema has used.
 * @throws {Error} no schema has used the text
 */
export function messageOf(text: string): Message {
  const found = messages.get(text);
  if (found === undefined) throw new Error(`A schema has a message without a code: ${text}`);
  return found;
}
