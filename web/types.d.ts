/** An icon of Lucide: the data of its path, which scripts/build-web compiles in. */
declare module 'icon:*' {
  const path: string;
  export default path;
}

/** A style sheet of web/style: its URL. */
declare module 'style:*' {
  const url: string;
  export default url;
}

declare module '*.css' {}

/** Trusted Types, as far as the pages need them; TypeScript does not know them yet. */
interface TrustedScripts {
  /** What is made is taken where a URL of a script is wanted. */
  createScriptURL(url: string): string;
}

// eslint-disable-next-line no-var -- only so is it a member of globalThis
declare var trustedTypes: { createPolicy(name: string, rules: TrustedScripts): TrustedScripts } | undefined;
