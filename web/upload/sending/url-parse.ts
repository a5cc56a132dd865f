/**
 * Replacement for the package `url-parse`, which tus-js-client imports and `scripts/build-web/pages.ts` swaps out.
 * Resolves a URL against a base, which may be a path of the service.
 */
class ResolvedUrl extends URL {
  constructor(address: string, seenFrom: string) {
    super(address, new URL(seenFrom, location.href));
  }
}

export { ResolvedUrl as default };
