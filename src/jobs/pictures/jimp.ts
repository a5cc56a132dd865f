/** jimp with what thumbnails need of it: changing the size, and writing JPEG and PNG. */
type Jimp = Awaited<ReturnType<typeof load>>;

let jimp: Promise<Jimp> | undefined;

/** Loads jimp when the first picture needs it. */
export function loadJimp(): Promise<Jimp> {
  jimp ??= load();
  return jimp;
}

async function load() {
  const { createJimp } = await import('@jimp/core');
  const { default: jpeg } = await import('@jimp/js-jpeg');
  const { default: png } = await import('@jimp/js-png');
  const { methods } = await import('@jimp/plugin-resize');
  // jimp lays a picture on a background before it writes a format without transparency. Only opaque pictures
  // become JPEG here, so that would take time for nothing.
  const opaqueJpeg = () => ({ ...jpeg(), hasAlpha: true });
  return createJimp({ plugins: [methods], formats: [opaqueJpeg, png] });
}
