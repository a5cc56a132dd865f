/**
 * Makes the machine's monotonic clock jump after its next reading, as if that much time had passed.
 * @param milliseconds negative infinity stops the clock
 * @returns a function that restores the clock
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
