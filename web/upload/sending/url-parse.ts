/**
 * What tus-js-client takes from the package `url-parse`, which the build replaces by this (`scripts/build-web/pages.ts`): an
 * address as seen from another one, which may be a path of the service.
 */
class ResolvedUrl extends URL {
  constructor(address: string, seenFrom: string) {
    super(address, new URL(seenFrom, location.href));
  }
}

export { ResolvedUrl as default };
