import type { HeaderList } from './head.ts';

/** Headers that protect browsers, on every response. The pages add a policy for contents (src/web/page.ts). */
export const SECURITY_HEADERS: HeaderList = ['X-Content-Type-Options', 'nosniff', 'X-Frame-Options', 'DENY'];

/** With a certificate that browsers trust. One year, the usual value (RFC 6797 §6.1.1). */
export const STRICT_SECURITY_HEADERS: HeaderList = [
  ...SECURITY_HEADERS,
  ...['Strict-Transport-Security', 'max-age=31536000'],
];
