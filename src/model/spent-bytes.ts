/**
 * Gives the memory of bytes back at once: V8 leaves the pieces of a large upload or answer lying until they take 20 MiB and more.
 * The buffer is empty afterwards, and so is every other view of the same memory. A buffer that is a part of its memory
 * only is left as it is.
 * @param spent nobody reads it any more, not even a write that has begun: that would write what lies there by then
 */
export function giveBack(spent: Buffer): void {
  const { buffer } = spent;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === spent.byteLength) buffer.transfer(0);
}
