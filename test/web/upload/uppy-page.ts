import Uppy from '@uppy/core';
import Tus from '@uppy/tus';

/** A file that Uppy sends from a page of another application. */
export interface UppyFile {
  readonly token: string;
  readonly name: string;
  readonly size: number;
  /** Metadata of the file: `path`, `conflict` and so on. */
  readonly meta: Readonly<Record<string, string>>;
}

declare global {
  /** Uploads a file with the content {@link bytesOf}. @returns null, or the status of the refusal */
  var sendByUppy: (file: UppyFile) => Promise<number | null>;
}

/** Content that both the page and the test can generate. */
function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(size).map((_, index) => (index * 31) % 251);
}

globalThis.sendByUppy = async ({ token, name, size, meta }) => {
  const uppy = new Uppy().use(Tus, {
    endpoint: '/api/uploads',
    headers: { Authorization: `Bearer ${token}` },
    chunkSize: 5_000_000,
  });
  let refusal: number | null = null;
  uppy.on('upload-error', (_file, _error, response) => {
    refusal = response?.status ?? 0;
  });
  const data = new File([bytesOf(size)], name, { type: 'text/plain', lastModified: 1_700_000_000_000 });
  uppy.addFile({ name, type: data.type, data, meta });
  await uppy.upload();
  return refusal;
};
