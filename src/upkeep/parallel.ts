/**
 * Does something with each item, several at a time. The first error ends it, after what has begun has ended.
 * @param limit how many at a time
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (!failure) {
      try {
        const next = await iterator.next();
        if (next.done === true) return;
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  await iterator.return?.();
  if (failure) throw failure.error;
}
