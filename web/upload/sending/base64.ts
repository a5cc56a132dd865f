/**
 * Replacement for the package `js-base64`, which tus-js-client imports and `scripts/build-web/pages.ts` swaps out. All
 * supported browsers can encode Base64 themselves.
 */
export const Base64 = {
  /** Base64 (RFC 4648 §4) of the UTF-8 of a text. */
  encode: (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text))),
};
