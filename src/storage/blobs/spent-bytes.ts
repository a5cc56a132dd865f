/**
 * Gives the memory of bytes back at once: those of a large upload come in pieces that V8 would leave lying, 50 MiB and
 * more. The buffer is empty afterwards. One that shares its memory with others is left as it is.
 * @param spent nobody else may have it
 */
export function giveBack(spent: Buffer): void {
  const { buffer } = spent;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === spent.byteLength) buffer.transfer(0);
}
