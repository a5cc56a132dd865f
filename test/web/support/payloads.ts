import { isTrial } from './in-browsers.ts';

/** The call that a payload executes. It needs no slash and no quote, so that it can be part of a name. */
const RUN = 'xss()';

/** Elements that run a script without user action: when they load, fail, start, or receive the focus. */
const ELEMENTS = [
  `<script>${RUN}</script>`,
  `<script src=data:text,${RUN}></script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src=data:, onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><a xlink:href=javascript:${RUN}><text y=20>x</text></a></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
  `<body onload=${RUN}>`,
  `<iframe src=javascript:${RUN}>`,
  `<iframe srcdoc=&lt;script&gt;${RUN}&lt;&sol;script&gt;>`,
  `<object data=javascript:${RUN}>`,
  `<embed src=javascript:${RUN}>`,
  `<video src=x onerror=${RUN}>`,
  `<audio src=x onerror=${RUN}>`,
  `<video><source onerror=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<textarea autofocus onfocus=${RUN}>`,
  `<a href=javascript:${RUN}>x</a>`,
  `<a autofocus tabindex=1 onfocus=${RUN}>x</a>`,
  `<form action=javascript:${RUN}><button>x</button></form>`,
  `<meta http-equiv=refresh content=0;javascript:${RUN}>`,
  `<base href=javascript:${RUN}>`,
  `<link rel=stylesheet href=data:text,x onload=${RUN}>`,
  `<style onload=${RUN}></style>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<div style=animation-name:x onanimationstart=${RUN}>x</div>`,
  `<template shadowrootmode=open><img src=x onerror=${RUN}></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
] as const;

/** Prefixes that end the context of a payload: text, an attribute, a comment, a script, a style, a template. */
const BREAKS = ['', '">', "'>", '-->', '</script>', '</style></title></textarea>'] as const;

/** Payloads that need no element. */
const OTHERS = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `" autofocus onfocus=${RUN} x="`,
  `' autofocus onfocus=${RUN} x='`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `{"__html":"<img src=x onerror=${RUN}>"}`,
  `&lt;img src=x onerror=${RUN}&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `%3Cimg src=x onerror=${RUN}%3E`,
  `\\u003cimg src=x onerror=${RUN}\\u003e`,
  `<mark><img src=x onerror=${RUN}></mark>`,
  `[x](javascript:${RUN})`,
  `__proto__`,
  `constructor`,
  `=HYPERLINK("javascript:${RUN}")`,
] as const;

/** Every other element after one prefix, in turn; in the trial, each after every prefix. */
const MARKUP = BREAKS.flatMap((end, index) =>
  ELEMENTS.filter((_, number) => isTrial || number % (2 * BREAKS.length) === 2 * index).map(
    (element) => end + element,
  ),
);

/** Texts that would run a script if a page used them as markup, an address or code: 34; in the trial, 210. */
export const PAYLOADS: readonly string[] = [...MARKUP, ...OTHERS];

/**
 * A payload as the name of an entry, without slashes and control characters. Most parsers still accept the remaining
 * text.
 */
export function nameOf(payload: string, number: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name must not contain these characters
  return `${payload.replaceAll(/[/\u0000-\u001f]/g, ' ').trim()} ${String(number)}`;
}
