import { version } from 'pdfjs-dist';

/** Where scripts/build-web puts the files of pdf.js. */
const FILES = `/assets/pdfjs-${version}/`;
const WORKER = `${FILES}pdf.worker.min.mjs`;

/** The only script that is ever run by its URL. */
const policy = globalThis.trustedTypes?.createPolicy('dms', {
  createScriptURL: (url) => {
    if (url !== WORKER) throw new TypeError(`${url} is no script of ours`);
    return url;
  },
});

/** Starts the worker that reads PDFs. */
export function startWorker(): Worker {
  return new Worker(policy?.createScriptURL(WORKER) ?? WORKER, { type: 'module' });
}

/** Where pdf.js finds what documents may need and few do. */
export const RESOURCES = {
  cMapUrl: `${FILES}cmaps/`,
  cMapPacked: true,
  iccUrl: `${FILES}iccs/`,
  standardFontDataUrl: `${FILES}standard_fonts/`,
  wasmUrl: `${FILES}wasm/`,
} as const;
