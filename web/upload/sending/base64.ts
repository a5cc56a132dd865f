/**
 * What tus-js-client takes from the package `js-base64`, which the build replaces by this (`scripts/build-web/pages.ts`):
 * all browsers that are supported have it themselves.
 */
export const Base64 = {
  /** Base64 (RFC 4648 §4) of the UTF-8 of a text. */
  encode: (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text))),
};
