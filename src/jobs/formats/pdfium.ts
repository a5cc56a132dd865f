import type { PDFiumModule } from '@hyzyla/pdfium';
import { message } from '../../model/errors/messages.ts';
import { readAsset } from './assets.ts';
import type { Picture } from './picture.ts';
import { Unreadable } from './unreadable.ts';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Maximum memory for one PDF, in bytes: content, fonts, pictures and the rendered page. */
const MAX_MEMORY = 384 * 2 ** 20;
/**
 * Maximum number of pages whose text is read. Text rarely fills so many, but a small file may have millions of empty
 * pages.
 */
const MAX_PAGES = 10_000;
/** Error codes of `FPDF_GetLastError`. */
const PASSWORD = 4;
const SECURITY = 5;
/** Bitmap format (`FPDFBitmap_BGRA`), and rendering flags: draw annotations, RGBA byte order. */
const FOUR_BYTES = 4;
const ANNOTATIONS = 0x01;
const RGBA = 0x10;
/** Size and version of `FPDF_FORMFILLINFO`, the callbacks for form changes. No callback is set. */
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;
/** Bitmap format with one byte per pixel (`FPDFBitmap_Gray`). */
const GREY = 1;
const POINTS_PER_INCH = 72;
const OPAQUE_WHITE = 0xffffffff;

const DAMAGED = message('file_damaged').text;

/**
 * Text of the pages, in reading order as far as PDFium detects it, with a line break between pages.
 * @param maxBytes maximum length of the text in bytes of UTF-8; longer text is cut
 * @throws {Unreadable}
 */
export function pdfText(content: Uint8Array, maxBytes: number): Promise<string> {
  return withDocument(content, (pdfium, document) => {
    const pages = Math.min(pdfium._FPDF_GetPageCount(document), MAX_PAGES);
    let text = '';
    for (let index = 0; index < pages && text.length < maxBytes; index++) {
      const page = pdfium._FPDF_LoadPage(document, index);
      // PDFium returns no page if the page is damaged. Other pages are often readable.
      if (page === 0) continue;
      text += `${pageText(pdfium, page, maxBytes)}\n`;
      pdfium._FPDF_ClosePage(page);
    }
    const bytes = Buffer.alloc(maxBytes);
    return bytes.toString('utf8', 0, bytes.write(text)).trimEnd();
  });
}

export interface FirstPage extends Picture {
  /** Number of pages of the document. */
  readonly pages: number;
}

/**
 * Renders the first page on a white background.
 * @param longestSide length of the longer side of the picture, in pixels
 * @throws {Unreadable}
 */
export function pdfPicture(content: Uint8Array, longestSide: number): Promise<FirstPage> {
  return withDocument(content, (pdfium, document) => {
    const page = pdfium._FPDF_LoadPage(document, 0);
    if (page === 0) throw new Unreadable(DAMAGED);
    const pageWidth = pdfium._FPDF_GetPageWidth(page);
    const pageHeight = pdfium._FPDF_GetPageHeight(page);
    const scale = longestSide / Math.max(pageWidth, pageHeight);
    const width = Math.max(1, Math.round(pageWidth * scale));
    const height = Math.max(1, Math.round(pageHeight * scale));
    const rowBytes = width * FOUR_BYTES;
    const pixels = allocate(pdfium, rowBytes * height);
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, FOUR_BYTES, pixels, rowBytes);
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, OPAQUE_WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | RGBA);
    pdfium._FPDF_FFLDraw(openForm(pdfium, document, page), bitmap, page, 0, 0, width, height, 0, RGBA);
    const rgba = pdfium.HEAPU8.slice(pixels, pixels + rowBytes * height);
    return { width, height, rgba, pages: pdfium._FPDF_GetPageCount(document) };
  });
}

/** Form fields are not part of the page annotations, so the form must be opened and drawn separately. */
function openForm(pdfium: Pdfium, document: number, page: number): number {
  const info = allocate(pdfium, FORM_INFO_BYTES);
  pdfium.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
  pdfium.HEAPU8[info] = FORM_INFO_VERSION;
  const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
  pdfium._FORM_OnAfterLoadPage(page, form);
  return form;
}

/** Settings for rendering pages in greyscale. */
export interface GreyPages {
  /** In pixels per inch; lower for pages that would be larger than `longestSide` pixels. */
  readonly resolution: number;
  readonly longestSide: number;
  /** Maximum number of pages; later pages are skipped. */
  readonly maxPages: number;
}

/**
 * Renders the pages one at a time on a white background, and passes each to `use`: one byte per pixel, 0 is black.
 * @throws {Unreadable}
 */
export function pdfGreyPages(
  content: Uint8Array,
  { resolution, longestSide, maxPages }: GreyPages,
  use: (page: { width: number; height: number; grey: Uint8Array }) => Promise<void>,
): Promise<void> {
  return withDocument(content, async (pdfium, document) => {
    const pages = Math.min(pdfium._FPDF_GetPageCount(document), maxPages);
    for (let index = 0; index < pages; index++) {
      const page = pdfium._FPDF_LoadPage(document, index);
      if (page === 0) continue;
      const pageWidth = pdfium._FPDF_GetPageWidth(page);
      const pageHeight = pdfium._FPDF_GetPageHeight(page);
      const scale = Math.min(resolution / POINTS_PER_INCH, longestSide / Math.max(pageWidth, pageHeight));
      const width = Math.max(1, Math.round(pageWidth * scale));
      const height = Math.max(1, Math.round(pageHeight * scale));
      const pixels = allocate(pdfium, width * height);
      const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, GREY, pixels, width);
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, OPAQUE_WHITE);
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS);
      const grey = pdfium.HEAPU8.slice(pixels, pixels + width * height);
      pdfium._FPDFBitmap_Destroy(bitmap);
      pdfium.wasmExports.free(pixels);
      pdfium._FPDF_ClosePage(page);
      await use({ width, height, grey });
    }
  });
}

function pageText(pdfium: Pdfium, page: number, maxCharacters: number): string {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return '';
  const count = Math.min(pdfium._FPDFText_CountChars(text), maxCharacters);
  const address = allocate(pdfium, (count + 1) * 2);
  const units = pdfium._FPDFText_GetText(text, 0, count, address);
  const utf16 = pdfium.HEAPU8.subarray(address, address + Math.max(units - 1, 0) * 2);
  const characters = new TextDecoder('utf-16le').decode(utf16);
  pdfium.wasmExports.free(address);
  pdfium._FPDFText_ClosePage(text);
  // PDFium writes U+FFFE where a word is hyphenated at the end of a line.
  return characters.replaceAll('\uFFFE', '').replaceAll('\r\n', '\n');
}

/** `work` does not need to free memory: all memory is released with the PDFium instance. */
async function withDocument<T>(
  content: Uint8Array,
  work: (pdfium: Pdfium, document: number) => T | Promise<T>,
): Promise<T> {
  const pdfium = await startPdfium();
  try {
    const address = allocate(pdfium, content.length);
    pdfium.HEAPU8.set(content, address);
    const document = pdfium._FPDF_LoadMemDocument(address, content.length, 0);
    if (document === 0) throw new Unreadable(reasonOf(pdfium._FPDF_GetLastError()));
    return await work(pdfium, document);
  } catch (error) {
    // PDFium aborts on errors that it cannot handle, for example when an allocation fails.
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED, { cause: error });
  }
}

function reasonOf(code: number): string {
  if (code === PASSWORD) return message('file_with_password').text;
  if (code === SECURITY) return message('file_encrypted').text;
  return DAMAGED;
}

function allocate(pdfium: Pdfium, bytes: number): number {
  const address = pdfium.wasmExports.malloc(bytes);
  if (address === 0) throw new Unreadable(message('file_needs_memory').text);
  return address;
}

let program: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  return new WebAssembly.Module(await readAsset('pdfium'));
}

/**
 * Starts a PDFium instance for one document. The memory of an instance never shrinks, and a hostile document may
 * corrupt it, so each document gets a new instance. This build of PDFium cannot run JavaScript, and has no access to
 * files or the network.
 */
async function startPdfium(): Promise<Pdfium> {
  program ??= compile();
  const module = await program;
  const { PDFiumModule } = await import('@hyzyla/pdfium');
  const options = {
    instantiateWasm: (imports: WebAssembly.Imports, onReady: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, withLimit(imports));
      onReady(instance);
      return instance.exports;
    },
    // Otherwise PDFium writes the reason of an abort to standard error.
    printErr: () => undefined,
  };
  const pdfium = await PDFiumModule(options);
  pdfium._FPDF_InitLibraryWithConfig({});
  return pdfium;
}

function withLimit(imports: WebAssembly.Imports): WebAssembly.Imports {
  const grow = imports['env']?.['emscripten_resize_heap'];
  if (grow === undefined) throw new Error('PDFium no longer asks for memory as it did');
  const growWithinLimit = (bytes: number): unknown => bytes >>> 0 <= MAX_MEMORY && grow(bytes);
  return { ...imports, env: { ...imports['env'], emscripten_resize_heap: growWithinLimit } };
}
