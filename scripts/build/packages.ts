/**
 * The npm packages that contribute to a build.
 * @param inputs inputs of esbuild: paths relative to the root, some with a namespace prefix
 */
export function packagesOf(inputs: Iterable<string>): readonly string[] {
  const packages = [...inputs].flatMap(
    (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1] ?? [],
  );
  return [...new Set(packages)].sort();
}
