import { getDocument, PasswordException, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import { contentUrl, type Subject } from '../subject.ts';
import { RESOURCES, startWorker } from './pdf-files.ts';

/** Bytes of one request. */
const CHUNK = 256 * 1024;

/** A PDF that is shown. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** In points. Others are taken for as large until they are looked at. */
  readonly firstPage: { readonly width: number; readonly height: number };
  /** Ends the worker and forgets the document. */
  close(): void;
}

/** What becomes of the attempt to open a PDF. */
export type Opened =
  | { readonly state: 'open'; readonly pdf: OpenPdf }
  | { readonly state: 'protected' }
  | { readonly state: 'broken' };

/**
 * Opens a PDF. Only what is looked at is loaded, piece by piece; pdf.js asks for it by itself, as `api` knows no ranges.
 */
export async function openPdf(subject: Subject, password: string): Promise<Opened> {
  const port = startWorker();
  const worker = PDFWorker.create({ port });
  const close = (): void => {
    worker.destroy();
    port.terminate();
  };
  try {
    const document = await getDocument({
      ...RESOURCES,
      url: contentUrl(subject, true),
      password,
      worker,
      rangeChunkSize: CHUNK,
      disableAutoFetch: true,
      disableStream: true,
    }).promise;
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
    return { state: 'open', pdf: { document, firstPage: { width, height }, close } };
  } catch (error) {
    close();
    return { state: error instanceof PasswordException ? 'protected' : 'broken' };
  }
}
