import { RENDITION_TEXTS } from '../errors/messages/renditions.ts';
import type { MessageData } from '../errors/messages.ts';

const PATTERNS = Object.entries(RENDITION_TEXTS).map(([code, text]) => {
  const pattern = RegExp.escape(text).replaceAll(/\\\{(\w+)\\\}/g, '(?<$1>\\d+)');
  return [code, new RegExp(`^${pattern}$`)] as const;
});

/**
 * The code and the facts of a reason that is stored as a text. Texts stay readable by programs of any release this way.
 * @returns null for a text that no message has
 */
export function reasonData(reason: string): MessageData | null {
  for (const [code, pattern] of PATTERNS) {
    const found = pattern.exec(reason);
    if (found === null) continue;
    const facts = Object.entries(found.groups ?? {}).map(([name, value]) => [name, Number(value)] as const);
    return { code, facts: Object.fromEntries(facts) };
  }
  return null;
}
