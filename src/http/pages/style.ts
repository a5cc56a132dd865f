import { createHash } from 'node:crypto';

/** Style of the pages that work without scripts and load no other file. Colours as in web/style/tokens.css. */
export const STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#fff,#101216);--sf:light-dark(#f5f6f8,#181b21);--tx:light-dark(#15181e,#e8eaee);
--mu:light-dark(#545c69,#a4acb9);--ac:light-dark(#2352cc,#8fb2ff);--oa:light-dark(#fff,#101216);--ln:light-dark(#e2e5ea,#272b33);
--er:light-dark(#b3261e,#ff8f85)}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--tx);font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;
overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
main{max-width:960px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:20px;line-height:1.3;margin:0}
p{margin:8px 0}
a{color:var(--ac);text-decoration:none}
a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--ac);outline-offset:2px}
.mu{color:var(--mu)}
.er{color:var(--er)}
header{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;margin-bottom:16px}
header div{flex:1 1 240px}
header p{display:flex;gap:8px;margin:0}
.bt{display:inline-block;background:var(--ac);color:var(--oa);border:0;border-radius:6px;padding:8px 16px;font:inherit;font-weight:600;cursor:pointer}
.se{background:none;color:var(--ac);border:1px solid currentColor;font-weight:400}
ul{list-style:none;margin:0;padding:0}
.ls li{display:grid;grid-template-columns:32px 1fr 110px 90px;gap:8px;align-items:center;border-bottom:1px solid var(--ln);min-height:44px}
.ls li>span{color:var(--mu)}
.ls li>span:last-child{text-align:right}
.ls img,.ls svg{width:32px;height:32px;object-fit:cover;border-radius:3px}
.ls svg{padding:6px}
.ls a{padding:10px 0;color:inherit}
.ti{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:16px}
.ti a{display:block;color:inherit}
.ti .pic{display:flex;aspect-ratio:4/3;align-items:center;justify-content:center;background:var(--sf);border-radius:6px;overflow:hidden;margin-bottom:4px}
.ti img{width:100%;height:100%;object-fit:contain}
.ti svg{width:48px;height:48px}
svg{fill:none;stroke:var(--mu);stroke-width:1.6;stroke-linejoin:round}
svg.d{stroke:var(--ac)}
nav{margin-bottom:8px}
.pg{display:flex;gap:16px;margin-top:16px;align-items:center}
.pv{background:var(--sf);border-radius:6px;text-align:center;padding:16px}
.pv img,.pv video{max-width:100%;max-height:75vh}
.pv pre{margin:0;text-align:left;white-space:pre-wrap;max-height:75vh;overflow:auto;font:13px/1.45 ui-monospace,Consolas,"DejaVu Sans Mono",monospace}
form{max-width:340px;margin-top:16px}
label{display:block;font-weight:600;margin-bottom:4px}
input{width:100%;padding:9px;border:1px solid var(--mu);border-radius:6px;background:var(--bg);color:inherit;font:inherit;font-size:16px;margin-bottom:12px}
.sd{max-width:none}
.qr svg{stroke:none;width:240px;height:240px}
ol{padding-left:24px}
ol li{margin:4px 0}
details{margin:0 0 16px}
summary{color:var(--ac);cursor:pointer;padding:8px 0}
.ro{display:flex;flex-wrap:wrap;gap:0 16px}
.ro div{flex:1 1 240px}
.dr{border:2px dashed var(--ln);border-radius:8px;padding:24px 16px;text-align:center;margin:12px 0}
.dr.on{border-color:var(--ac);background:var(--sf)}
.dr input{max-width:340px;margin:8px auto 0}
.se-l li{display:grid;grid-template-columns:1fr auto auto;gap:4px 12px;align-items:center;border-bottom:1px solid var(--ln);padding:8px 0}
.se-l li>span{color:var(--mu)}
.se-l progress{grid-column:1/-1;width:100%;height:6px;accent-color:var(--ac)}
.se-l .er{grid-column:1/-1;color:var(--er)}
h2{font-size:16px;margin:24px 0 8px}
@media(max-width:560px){.ls li{grid-template-columns:32px 1fr 76px}.ls li>.da{display:none}.bt{padding:11px 16px}}
`;

const SHA256 = createHash('sha256').update(STYLE).digest('base64');

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${SHA256}'`,
  "img-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Headers of these pages. Nothing but the style in the page may be applied, and no script may run. */
export const PLAIN_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': POLICY.join('; '),
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/** Headers of a page whose script with this nonce, and no other, may run and send requests to this server. */
export function headersWithScript(nonce: string) {
  const policy = [...POLICY, `script-src 'nonce-${nonce}'`, "connect-src 'self'"].join('; ');
  return { ...PLAIN_PAGE_HEADERS, 'Content-Security-Policy': policy };
}
