/** A Lucide icon: its path data, compiled in by scripts/build-web. */
declare module 'icon:*' {
  const path: string;
  export default path;
}

/** The URL of a style sheet in web/style. */
declare module 'style:*' {
  const url: string;
  export default url;
}

declare module '*.css' {}

/** The part of Trusted Types that the pages need; TypeScript has no types for it yet. */
interface TrustedScripts {
  /** The result is assignable where a script URL is required. */
  createScriptURL(url: string): string;
}

// eslint-disable-next-line no-var -- only `var` makes it a member of globalThis
declare var trustedTypes: { createPolicy(name: string, rules: TrustedScripts): TrustedScripts } | undefined;
