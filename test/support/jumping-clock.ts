/**
 * Lets the machine's monotonic clock jump after the next look at it, as if that much time had passed.
 * @param milliseconds negative infinity: no time ever passes
 * @returns what puts it back
 */
export function jumpClock(milliseconds: number): () => void {
  const real = performance.now.bind(performance);
  let passed = 0;
  performance.now = () => {
    const time = real() + passed;
    passed = milliseconds;
    return time;
  };
  return () => void Reflect.deleteProperty(performance, 'now');
}
