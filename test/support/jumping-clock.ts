/**
 * Lets the machine's monotonic clock jump ahead after the next look at it, as if that much time had passed.
 * @returns what puts it back
 */
export function jumpAhead(milliseconds: number): () => void {
  const real = performance.now.bind(performance);
  let passed = 0;
  performance.now = () => {
    const time = real() + passed;
    passed = milliseconds;
    return time;
  };
  return () => void Reflect.deleteProperty(performance, 'now');
}
