import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { hasCode } from '../../model/errors/error-code.ts';
import type { Folders } from '../../storage/blobs/blobs.ts';
import { hashFile } from '../../storage/disk/file-pieces.ts';
import {
  ContentRows,
  type FaultKind,
  type Finding,
  type Inspection,
  type InspectionStep,
  type Source,
  type StoredContent,
} from '../../storage/inspection/inspection.ts';
import { unreadable } from './unreadable.ts';

/** Contents larger than this report progress individually. */
const LARGE_BYTES = 16 * 2 ** 20;

/**
 * Checks that each version has a content of the right size.
 * @param isDeep also compares the SHA-256, which reads all contents
 */
export function contentInspection(folders: Folders, isDeep: boolean): Inspection {
  return {
    subject: 'contents',
    unit: isDeep ? 'bytes' : 'contents',
    find: (source) => new ContentCheck(folders, source, isDeep).find(),
  };
}

class ContentCheck {
  readonly #folders: Folders;
  readonly #rows: ContentRows;
  readonly #isDeep: boolean;

  constructor(folders: Folders, source: Source, isDeep: boolean) {
    this.#folders = folders;
    this.#rows = new ContentRows(source);
    this.#isDeep = isDeep;
  }

  async *find(): AsyncGenerator<InspectionStep, void> {
    const totals = await this.#rows.totals();
    const total = this.#isDeep ? totals.bytes : totals.count;
    let done = 0;
    for await (const contents of this.#rows.list({ withBytes: this.#isDeep })) {
      for (const content of contents) {
        const found = await this.#findingsOf(content);
        done += this.#isDeep ? content.size : 1;
        if (found.length > 0 || content.size > LARGE_BYTES) yield { done, total, findings: found };
      }
      yield { done, total, findings: [] };
    }
  }

  async #findingsOf(content: StoredContent): Promise<readonly Finding[]> {
    if (!content.isUsed) return [];
    const fault = await this.#faultOf(content);
    // The last version with this content may have been deleted during the check, and then its file.
    if (!fault || !(await this.#rows.isUsed(content.sha256))) return [];
    const again = await this.#faultOf(content);
    if (!again) return [];
    const { sha256, size, isInline } = content;
    return [
      {
        ...again,
        place: `content ${sha256}`,
        entries: await this.#rows.versionsOf(sha256),
        ...(!isInline && { content: { sha256, size } }),
      },
    ];
  }

  #faultOf(content: StoredContent): Promise<ContentFault | undefined> | ContentFault | undefined {
    if (!content.isInline) return this.#faultOfFile(content);
    const { bytes, sha256 } = content;
    return bytes === undefined || createHash('sha256').update(bytes).digest('hex') === sha256
      ? undefined
      : DAMAGED;
  }

  async #faultOfFile({ sha256, size }: StoredContent): Promise<ContentFault | undefined> {
    const path = this.#folders.path(sha256);
    try {
      const found = await stat(path);
      if (!found.isFile()) return { kind: 'content_missing', what: 'is not a file' };
      if (found.size !== size)
        return {
          kind: 'content_size',
          what: `has ${String(found.size)} bytes instead of ${String(size)}`,
        };
      return this.#isDeep && (await hashFile(path)) !== sha256 ? DAMAGED : undefined;
    } catch (error) {
      return faultOfReading(error);
    }
  }
}

type ContentFault = Pick<Finding, 'what'> & { readonly kind: FaultKind };

const DAMAGED: ContentFault = { kind: 'content_damaged', what: 'does not have the bytes that were stored' };

/** @throws {Error} `error` itself, if its cause is not this file */
function faultOfReading(error: unknown): ContentFault {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return { kind: 'content_missing', what: 'is missing' };
  const what = unreadable(error);
  if (what === undefined) throw error;
  return { kind: 'content_damaged', what };
}
