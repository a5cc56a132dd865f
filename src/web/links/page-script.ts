import { randomBytes } from 'node:crypto';
import { BuiltFiles } from '../built-files.ts';

const files = new BuiltFiles();
const NONCE_BYTES = 16;

/** The script of one response, which runs because of its nonce. */
export interface PageScript {
  readonly address: string;
  readonly nonce: string;
}

/** The script that sends files; undefined if none was built. The pages work without it. */
export async function sendingScript(): Promise<PageScript | undefined> {
  const name = (await files.manifest())?.visitor;
  return name === undefined
    ? undefined
    : { address: `/${name}`, nonce: randomBytes(NONCE_BYTES).toString('base64') };
}
