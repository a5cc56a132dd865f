import { message } from '../../model/errors/messages.ts';
import { Unreadable } from './unreadable.ts';

/** Maximum number of directory entries. E-mails have some hundred. */
const MAX_ENTRIES = 20_000;
const ENTRY_BYTES = 128;
const STREAM = 2;
const NONE = -1;
const SECTORS_IN_HEADER = 109;

/**
 * Checks the properties of a compound file ([MS-CFB]) that its readers rely on. No sector chain and no directory path
 * contains a cycle, and the streams are no longer than the file. A reader would follow a cycle forever.
 * @throws {Unreadable} if a check fails
 * @throws {RangeError} if the file is shorter than its header requires
 */
export function checkCompoundFile(content: Uint8Array): void {
  const file = new DataView(content.buffer, content.byteOffset, content.length);
  const sectorBytes = file.getUint8(30) === 12 ? 4096 : 512;
  const read = (sector: number): Int32Array => {
    const start = (sector + 1) * sectorBytes;
    return Int32Array.from({ length: sectorBytes / 4 }, (_, index) => file.getInt32(start + index * 4, true));
  };
  const table = concat(tableSectors(file, read).map(read));
  if (hasLoop(table)) throw damaged();
  const chain = (start: number): number[] => {
    const sectors: number[] = [];
    for (let sector = start; sector >= 0; sector = table[sector] ?? NONE) sectors.push(sector);
    return sectors;
  };
  if (hasLoop(concat(chain(file.getInt32(60, true)).map(read)))) throw damaged();
  const perSector = sectorBytes / ENTRY_BYTES;
  const entries = chain(file.getInt32(48, true)).flatMap((sector) =>
    Array.from({ length: perSector }, (_, index) => (sector + 1) * sectorBytes + index * ENTRY_BYTES),
  );
  checkDirectory(file, entries);
}

/**
 * Sectors that hold the sector allocation table. The header lists the first ones; the others form a chain of their own.
 */
function tableSectors(file: DataView, read: (sector: number) => Int32Array): number[] {
  const count = file.getInt32(44, true);
  // Readers trust these sector counts. No count can exceed the number of sectors in the file.
  if (count > file.byteLength / 512 || file.getInt32(72, true) > file.byteLength / 512) throw damaged();
  const sectors = Array.from({ length: SECTORS_IN_HEADER }, (_, index) =>
    file.getInt32(76 + index * 4, true),
  );
  for (let next = file.getInt32(68, true); next >= 0 && sectors.length < count; ) {
    const more = [...read(next)];
    next = more.pop() ?? NONE;
    sectors.push(...more);
  }
  const used = sectors.slice(0, count);
  if (used.some((sector) => sector < 0)) throw damaged();
  return used;
}

/** Directory entries form trees, so at most one entry refers to each entry. */
function checkDirectory(file: DataView, entries: readonly number[]): void {
  if (entries.length > MAX_ENTRIES) throw damaged();
  const named = new Set<number>([0]);
  let bytes = 0;
  for (const entry of entries) {
    if (file.getUint8(entry + 66) === STREAM) bytes += file.getUint32(entry + 120, true);
    for (const field of [68, 72, 76]) {
      const other = file.getInt32(entry + field, true);
      if (file.getUint8(entry + 66) === 0 || other === NONE) continue;
      if (named.has(other)) throw damaged();
      named.add(other);
    }
  }
  if (bytes > file.byteLength) throw damaged();
}

/** Whether following the table from any position leads to a cycle. */
function hasLoop(next: Int32Array): boolean {
  const seenFrom = new Int32Array(next.length).fill(NONE);
  for (let start = 0; start < next.length; start += 1) {
    for (let place = start; seenFrom[place] !== undefined; place = next[place] ?? NONE) {
      if (seenFrom[place] === start) return true;
      if (seenFrom[place] !== NONE) break;
      seenFrom[place] = start;
    }
  }
  return false;
}

function concat(tables: readonly Int32Array[]): Int32Array {
  return Int32Array.from(tables.flatMap((table) => [...table]));
}

function damaged(): Unreadable {
  return new Unreadable(message('file_damaged').text);
}
