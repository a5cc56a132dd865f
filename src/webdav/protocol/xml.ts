import { SaxesParser, type SaxesTagNS } from 'saxes';
import { escapeText } from '../../http/escape.ts';
import { badRequest } from './dav-error.ts';

/** The namespace of WebDAV's own elements (RFC 4918 §14). */
export const DAV = 'DAV:';
/** Of the prefix `xml`, which no other may stand for (Namespaces in XML §3). */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** Deeper nesting is no honest client's, and walking it must not exhaust the stack. */
const DEEPEST = 100;

export interface XmlAttribute {
  readonly prefix: string;
  readonly local: string;
  readonly namespace: string;
  readonly value: string;
}

/** An element as it was sent; what it holds in order, text as strings. */
export interface XmlElement {
  readonly namespace: string;
  readonly local: string;
  readonly prefix: string;
  readonly attributes: readonly XmlAttribute[];
  /** Namespace declarations made on this very element: prefix and URI. */
  readonly declared: readonly (readonly [string, string])[];
  readonly children: readonly (XmlElement | string)[];
  /** `xml:lang` that holds here, its own or an ancestor's. */
  readonly lang: string | undefined;
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

function openElement(tag: SaxesTagNS, parent: OpenElement | undefined): OpenElement {
  const attributes = Object.values(tag.attributes)
    .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    .map(({ prefix, local, uri, value }) => ({ prefix, local, namespace: uri, value }));
  const lang = attributes.find(
    ({ namespace, local }) => namespace === XML_NAMESPACE && local === 'lang',
  )?.value;
  return {
    namespace: tag.uri,
    local: tag.local,
    prefix: tag.prefix,
    attributes,
    declared: Object.entries(tag.ns),
    children: [],
    lang: lang ?? parent?.lang,
  };
}

function addText(stack: readonly OpenElement[], text: string): void {
  stack.at(-1)?.children.push(text);
}

/** Only XML's own five entities: in saxes' own table a client would also find `constructor` and the like. */
const ENTITIES = new Proxy<Record<string, string>>(
  { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" },
  {
    get: (table, name) => (typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined),
  },
);

/**
 * The root element of a document. A document type declaration is refused whatever it says: entities could make
 * megabytes of a line, or read files.
 * @throws {Refusal} 400 when it is not well-formed
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.ENTITIES = ENTITIES;
  const stack: OpenElement[] = [];
  let root: XmlElement | undefined;
  parser.on('doctype', () => {
    throw badRequest('A document type declaration is not accepted.');
  });
  parser.on('opentag', (tag) => {
    if (stack.length === DEEPEST) throw badRequest('The XML is nested too deeply.');
    const parent = stack.at(-1);
    const element = openElement(tag, parent);
    parent?.children.push(element);
    root ??= element;
    stack.push(element);
  });
  parser.on('closetag', () => void stack.pop());
  parser.on('text', (part) => addText(stack, part));
  parser.on('cdata', (part) => addText(stack, part));
  parser.on('error', () => {
    throw badRequest('The XML is not well-formed.');
  });
  parser.write(text).close();
  if (root === undefined) throw badRequest('The XML is empty.');
  return root;
}

/** The elements within an element; text, comments and processing instructions left out. */
export function elementsOf(parent: XmlElement): XmlElement[] {
  return parent.children.filter((child) => typeof child !== 'string');
}

/** True for the element of that name in the namespace `DAV:`. */
export function isDav(element: XmlElement, local: string): boolean {
  return element.namespace === DAV && element.local === local;
}

/** The first element of that name in the namespace `DAV:` within an element. */
export function davChild(parent: XmlElement, local: string): XmlElement | undefined {
  return elementsOf(parent).find((child) => isDav(child, local));
}

/** All text within an element, in order. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** Declarations that are in force at a place of the text: those of an element, then those further out. */
interface Scope {
  readonly declared: ReadonlyMap<string, string>;
  readonly outer: Scope | undefined;
}

function namespaceOf(prefix: string, scope: Scope | undefined): string {
  for (let one = scope; one !== undefined; one = one.outer) {
    const namespace = one.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return '';
}

function declarations(
  element: XmlElement,
  outer: Scope | undefined,
): { text: string; scope: Scope | undefined } {
  const wanted = new Map<string, string>(element.declared);
  wanted.set(element.prefix, element.namespace);
  for (const { prefix, namespace } of element.attributes) if (prefix !== '') wanted.set(prefix, namespace);
  wanted.delete('xml');
  let text = '';
  const declared = new Map<string, string>();
  for (const [prefix, namespace] of wanted) {
    if (namespaceOf(prefix, outer) === namespace) continue;
    declared.set(prefix, namespace);
    text += ` xmlns${prefix === '' ? '' : ':'}${prefix}="${escapeText(namespace)}"`;
  }
  return { text, scope: declared.size === 0 ? outer : { declared, outer } };
}

function serialise(element: XmlElement, outer: Scope | undefined, extra: string): string {
  const { text, scope } = declarations(element, outer);
  const name = element.prefix === '' ? element.local : `${element.prefix}:${element.local}`;
  let start = `<${name}${text}${extra}`;
  for (const { prefix, local, value } of element.attributes) {
    start += ` ${prefix === '' ? '' : `${prefix}:`}${local}="${escapeAttribute(value)}"`;
  }
  if (element.children.length === 0) return `${start}/>`;
  let inner = '';
  for (const child of element.children) {
    inner += typeof child === 'string' ? escapeText(child) : serialise(child, scope, '');
  }
  return `${start}>${inner}</${name}>`;
}

/** White space in attributes would become plain spaces with the next reader (XML 1.0 §3.3.3). */
function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/**
 * An element as text that can stand anywhere: prefixes as sent, every namespace that it uses declared,
 * `xml:lang` included when it came from further out (RFC 4918 §4.3).
 */
export function toXml(element: XmlElement): string {
  const own = element.attributes.some(
    ({ namespace, local }) => namespace === XML_NAMESPACE && local === 'lang',
  );
  const inherited = element.lang === undefined || own ? '' : ` xml:lang="${escapeAttribute(element.lang)}"`;
  return serialise(element, undefined, inherited);
}

/** What stands inside an element, as text that can stand anywhere. */
export function innerXml(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? escapeText(child) : toXml(child)))
    .join('');
}
