/**
 * Waits for a dynamically imported module. Loading can fail while the packages are being replaced. The content must not
 * be blamed for that, so the process exits, and another process reads the content again later.
 */
export async function importOrExit<T>(part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
