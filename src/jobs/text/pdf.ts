import { pdfText } from '../formats/pdfium.ts';
import { type Collector, MAX_BYTES } from './collector.ts';

/** Adds the text layer of a PDF. A scan has none. */
export async function readPdf(content: Uint8Array, out: Collector): Promise<void> {
  out.add(await pdfText(content, MAX_BYTES));
}
