/** jimp with the functions that thumbnails need: resizing, and encoding JPEG and PNG. */
type Jimp = Awaited<ReturnType<typeof load>>;

let jimp: Promise<Jimp> | undefined;

/** Loads jimp on first use. */
export function loadJimp(): Promise<Jimp> {
  jimp ??= load();
  return jimp;
}

async function load() {
  const { createJimp } = await import('@jimp/core');
  const { default: jpeg } = await import('@jimp/js-jpeg');
  const { default: png } = await import('@jimp/js-png');
  const { methods } = await import('@jimp/plugin-resize');
  // jimp composes a picture onto a background before it encodes a format without transparency. Only opaque pictures are
  // encoded as JPEG here, so `hasAlpha: true` skips that step.
  const opaqueJpeg = () => ({ ...jpeg(), hasAlpha: true });
  return createJimp({ plugins: [methods], formats: [opaqueJpeg, png] });
}
