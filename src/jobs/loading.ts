/**
 * Waits for a part of the program. No content is to blame if it cannot be loaded, as while the packages are being replaced:
 * the process ends then, and the content is read again later by another one.
 */
export async function loaded<T>(part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
