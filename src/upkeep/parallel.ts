/**
 * Processes items in parallel. After the first error, no further item is started, and the error is thrown once the
 * running ones have ended.
 * @param limit maximum number of items processed at a time
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
