import { createCipheriv, randomBytes } from 'node:crypto';
import type { Dms } from '../../src/core/dms.ts';
import type { AlarmAction } from '../../src/model/people/incident.ts';

/** A content of a real format, as far as its beginning shows it. @param number makes contents differ */
export const SOUND: Readonly<Record<string, (number: number) => Buffer>> = {
  pdf: (number) => Buffer.concat([Buffer.from('%PDF-1.7\n%âãÏÓ\n'), textOf(number)]),
  docx: (number) => Buffer.concat([Buffer.from('504b030414000600080000002100', 'hex'), packed(number)]),
  odt: (number) => Buffer.concat([Buffer.from('504b03041400000800000000', 'hex'), packed(number)]),
  xls: (number) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), packed(number)]),
  jpg: (number) => Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100', 'hex'), packed(number)]),
  png: (number) => Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), packed(number)]),
  mp4: (number) => Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), packed(number)]),
  txt: (number) => textOf(number),
  csv: (number) => Buffer.from(`id;Name\n${`${String(number)};Müller\n`.repeat(200)}`),
};

/** The extensions of {@link SOUND}, in turn. */
export function extensionAt(number: number): string {
  const extensions = Object.keys(SOUND);
  return extensions[number % extensions.length] ?? 'txt';
}

/** A content of a real format. */
export function soundContent(extension: string, number: number): Buffer {
  return SOUND[extension]?.(number) ?? textOf(number);
}

function textOf(number: number): Buffer {
  return Buffer.from(
    `Brief ${String(number)}: Sehr geehrte Damen und Herren, gern bestätigen wir den Termin.\n`.repeat(30),
  );
}

/** Bytes as those of compressed data. */
function packed(number: number): Buffer {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, number), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(4000));
}

/** A content as ransomware writes it. */
export function encrypted(content: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-ctr', randomBytes(32), randomBytes(16));
  return Buffer.concat([cipher.update(content), cipher.final()]);
}

/** Begins an incident of a user, as the alarm does. @returns its id */
export async function ringFor(dms: Dms, userId: number, action: AlarmAction = 'notify'): Promise<number> {
  const at = Date.UTC(2026, 0, 31, 12);
  const counted = { documents: 30, examples: [{ id: 7, name: 'plan.pdf' }] };
  const client = { token: null, ip: '192.0.2.1' };
  await dms.incidents.ring({
    userId,
    kind: 'overwrites',
    action,
    begunAt: at,
    detectedAt: at,
    ...counted,
    ...client,
  });
  const { items } = dms.incidents.list({ kind: 'system', name: 'test' }, true, { page: 1, perPage: 200 });
  const found = items.find((incident) => incident.userId === userId);
  if (!found) throw new Error('no incident has begun');
  return found.id;
}
