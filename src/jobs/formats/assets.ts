import { readProgramFile } from '../../program/files.ts';

/** Files that the program needs in addition to its code. All of them belong to npm packages. */
const FILES = {
  pdfium: import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'),
  imageMagick: import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'),
  font: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
};

export function readAsset(name: keyof typeof FILES): Promise<Buffer<ArrayBuffer>> {
  return readProgramFile(FILES[name]);
}
