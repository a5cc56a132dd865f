/**
 * The npm packages of which something has been built.
 * @param inputs of esbuild: paths from the root, of which some have a name space before them
 */
export function packagesOf(inputs: Iterable<string>): readonly string[] {
  const packages = [...inputs].flatMap(
    (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1] ?? [],
  );
  return [...new Set(packages)].sort();
}
