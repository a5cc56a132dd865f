import { escapeText } from '../http/content/escape.ts';
import type { Appearance } from '../http/pages/appearance.ts';
import type { Actor } from '../model/people/actor.ts';
import type { Manifest } from './built-files.ts';

/** Initial state embedded in a page, so that its first request is the one for its list. */
interface PageState {
  /** Null if no user is signed in. */
  readonly account: {
    readonly id: number;
    readonly login: string;
    readonly name: string;
    readonly is_admin: boolean;
  } | null;
  /** True if the password was correct and the second factor is still missing. */
  readonly owes_second_factor: boolean;
  /** Same as `/web/api/sign-in-options`. Embedding it saves one of the few guest requests that an address has. */
  readonly sign_in_options: SignInOptions;
}

/** Actions available without a sign-in. */
interface SignInOptions {
  readonly password_reset: boolean;
  readonly setup: boolean;
  /** Sync clients can sign in; left out: they cannot. */
  readonly sync_clients?: true;
}

/** Headers of all pages. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // The page contains the signed-in user.
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self'",
    "font-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dms',
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
} as const;

/** Creates the initial HTML of a page. */
export function pageHtml(manifest: Manifest, { language, theme }: Appearance, state: PageState): string {
  const preloaded = [manifest.entry, ...manifest.preload, manifest.texts[language]];
  return `<!doctype html>
<html lang="${language}"${theme === undefined ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="dms-state" content="${escapeText(JSON.stringify(state))}">
<title>dms</title>
<link rel="stylesheet" href="/${manifest.style}">
${preloaded.map((name) => `<link rel="modulepreload" href="/${name}">`).join('\n')}
<link rel="icon" href="/${manifest.icon}" type="image/svg+xml">
<script type="module" src="/${manifest.entry}"></script>
</head>
<body>
<noscript>This page needs JavaScript. Diese Seite braucht JavaScript.</noscript>
</body>
</html>
`;
}

/** Page state for the user of the request; undefined without a session. */
export function stateFor(actor: Actor | undefined, options: SignInOptions): PageState {
  const account =
    actor?.kind === 'user'
      ? { id: actor.userId, login: actor.login, name: actor.name, is_admin: actor.isAdmin }
      : null;
  return { account, owes_second_factor: actor?.kind === 'half_signed_in', sign_in_options: options };
}
