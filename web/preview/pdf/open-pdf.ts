import { getDocument, PasswordException, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import { contentUrl, type PreviewedVersion } from '../previewed-version.ts';
import { RESOURCES, startWorker } from './pdf-files.ts';

/** Size of a range request, in bytes. */
const CHUNK = 256 * 1024;

/** An open PDF. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** In points. Other pages are assumed to have this size until they are loaded. */
  readonly firstPage: { readonly width: number; readonly height: number };
  /** Ends the worker and frees the document. */
  close(): void;
}

/** Result of opening a PDF. */
export type Opened =
  | { readonly state: 'open'; readonly pdf: OpenPdf }
  | { readonly state: 'protected' }
  | { readonly state: 'broken' };

/**
 * Opens a PDF. Only the visible parts are loaded, in ranges. pdf.js sends its own requests, because `api` does not
 * support ranges.
 */
export async function openPdf(subject: PreviewedVersion, password: string): Promise<Opened> {
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
