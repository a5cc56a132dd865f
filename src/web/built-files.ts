import * as z from 'zod';
import { once } from '../http/once.ts';
import { hasCode } from '../model/errors/error-code.ts';
import { LANGUAGES } from '../model/people/user.ts';
import { readProgramFile } from '../program/files.ts';

const ENCODINGS = ['br', 'gzip'] as const;

/** Schema of `manifest.json`, which scripts/build-web/pages.ts writes. Names are relative to the folder of the files. */
const manifestSchema = z.object({
  /** Module that starts the page. */
  entry: z.string(),
  style: z.string(),
  icon: z.string(),
  /** Worker script that reads PDFs. */
  worker: z.string(),
  /** Script of the page with which visitors of links send files. */
  visitor: z.string(),
  /** Modules that the entry imports statically. */
  preload: z.array(z.string()),
  texts: z.record(z.enum(LANGUAGES), z.string()),
  /** All files, each with its type and true if compressed copies exist. */
  files: z.record(z.string(), z.object({ type: z.string(), isCompressed: z.boolean() })),
});

/** Manifest written by scripts/build-web/pages.ts. */
export type Manifest = z.infer<typeof manifestSchema>;

/** File as sent in a response. */
export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** `Content-Encoding`; undefined if the bytes are not encoded. */
  readonly encoding: string | undefined;
  /** True if the bytes depend on the `Accept-Encoding` of the request. */
  readonly varies: boolean;
}

/** Files of the web pages: built from `web/` before the program starts, or embedded in the binary. */
export class BuiltFiles {
  /** Undefined if `web/` has not been built. */
  readonly manifest = once(readManifest);

  /**
   * @param name name in the manifest
   * @param accepted the `Accept-Encoding` header
   * @returns undefined if there is no such file
   */
  async read(name: string, accepted: string): Promise<BuiltFile | undefined> {
    const manifest = await this.manifest();
    const file = manifest !== undefined && Object.hasOwn(manifest.files, name) && manifest.files[name];
    if (!file) return undefined;
    const encoding = file.isCompressed ? ENCODINGS.find((each) => accepts(accepted, each)) : undefined;
    const suffix = encoding === undefined ? '' : `.${encoding}`;
    const bytes = await readProgramFile(urlOf(name + suffix));
    return { type: file.type, bytes, encoding, varies: file.isCompressed };
  }
}

async function readManifest(): Promise<Manifest | undefined> {
  try {
    return manifestSchema.parse(JSON.parse((await readProgramFile(urlOf('manifest.json'))).toString()));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ERR_SINGLE_EXECUTABLE_APPLICATION_ASSET_NOT_FOUND')) return undefined;
    throw error;
  }
}

/** True for `gzip, br`, false for `br;q=0`. */
function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

function urlOf(name: string): string {
  return new URL(`../../dist/web/${name}`, import.meta.url).href;
}
