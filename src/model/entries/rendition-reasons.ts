import { RENDITION_TEXTS } from '../errors/messages/renditions.ts';
import type { MessageData } from '../errors/messages.ts';

const PATTERNS = Object.entries(RENDITION_TEXTS).map(([code, text]) => {
  const pattern = RegExp.escape(text).replaceAll(/\\\{(\w+)\\\}/g, '(?<$1>\\d+)');
  return [code, new RegExp(`^${pattern}$`)] as const;
});

/**
 * The code and the facts of a reason that is stored as text. Reasons are stored as text so that programs of any release
 * can read them.
 * @returns null for a text that matches no message
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
