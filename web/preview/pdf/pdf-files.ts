import { version } from 'pdfjs-dist';

/** URL path of the pdf.js files, as scripts/build-web places them. */
const FILES = `/assets/pdfjs-${version}/`;
const WORKER = `${FILES}pdf.worker.min.mjs`;

/** Trusted Types policy: the worker is the only script that may be loaded by URL. */
const policy = globalThis.trustedTypes?.createPolicy('dms', {
  createScriptURL: (url) => {
    if (url !== WORKER) throw new TypeError(`${url} is no script of ours`);
    return url;
  },
});

/** Starts the pdf.js worker. */
export function startWorker(): Worker {
  return new Worker(policy?.createScriptURL(WORKER) ?? WORKER, { type: 'module' });
}

/** URLs of resources that pdf.js loads only for the documents that need them. */
export const RESOURCES = {
  cMapUrl: `${FILES}cmaps/`,
  cMapPacked: true,
  iccUrl: `${FILES}iccs/`,
  standardFontDataUrl: `${FILES}standard_fonts/`,
  wasmUrl: `${FILES}wasm/`,
} as const;
