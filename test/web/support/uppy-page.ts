import Uppy from '@uppy/core';
import Tus from '@uppy/tus';

/** What Uppy sends in a page of another program. */
export interface UppyFile {
  readonly token: string;
  readonly name: string;
  readonly size: number;
  /** What the program says of the file: `path`, `conflict` and so on. */
  readonly meta: Readonly<Record<string, string>>;
}

declare global {
  /** Uploads a file of {@link bytesOf}. @returns null, or the status that it was refused with */
  var sendByUppy: (file: UppyFile) => Promise<number | null>;
}

/** Content that the page and the test can make alike. */
function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, index) => (index * 31) % 251);
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
