/** Returns a function that calls `compute` on its first call, and returns the same value every time. */
export function once<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: compute() }).value;
}
