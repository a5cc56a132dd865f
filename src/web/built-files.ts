import { z } from 'zod';
import { once } from '../http/once.ts';
import { hasCode } from '../model/errors/error-code.ts';
import { LANGUAGES } from '../model/people/user.ts';
import { readProgramFile } from '../program/files.ts';

const ENCODINGS = ['br', 'gzip'] as const;

/** `manifest.json`, which scripts/build-web/main.ts writes. Names are relative to the folder with the files. */
const manifestSchema = z.object({
  /** The module that the page starts. */
  entry: z.string(),
  style: z.string(),
  icon: z.string(),
  /** The script that reads PDFs, beside the page. */
  worker: z.string(),
  /** Modules that the entry needs at once. */
  preload: z.array(z.string()),
  texts: z.record(z.enum(LANGUAGES), z.string()),
  /** All files, and whether there are compressed ones beside. */
  files: z.record(z.string(), z.object({ type: z.string(), isCompressed: z.boolean() })),
});

/** What scripts/build-web/main.ts made. */
export type Manifest = z.infer<typeof manifestSchema>;

/** A file as it goes out. */
export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** `Content-Encoding`; undefined: as it is. */
  readonly encoding: string | undefined;
  /** Another request may get other bytes, because of its `Accept-Encoding`. */
  readonly varies: boolean;
}

/** The files of the pages, made of `web/` before the program starts, or inside the binary. */
export class BuiltFiles {
  /** Undefined if `web/` was not built. */
  readonly manifest = once(readManifest);

  /**
   * @param name as in the manifest
   * @param accepted the header `Accept-Encoding`
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
