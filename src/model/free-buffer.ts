/**
 * Releases the memory of a buffer immediately: V8 frees the chunks of a large upload or response only after they add up
 * to 20 MiB or more. Afterwards the buffer is empty, and so is every other view of the same memory. A buffer that
 * covers only a part of its memory is left unchanged.
 * @param unused no longer in use, not even by a pending write, which would then write foreign data
 */
export function freeBuffer(unused: Buffer): void {
  const { buffer } = unused;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === unused.byteLength) buffer.transfer(0);
}
