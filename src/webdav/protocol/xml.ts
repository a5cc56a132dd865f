import { SaxesParser, type SaxesTagNS } from 'saxes';
import { escapeText } from '../../http/content/escape.ts';
import { badRequest } from './dav-error.ts';

/** Namespace of the WebDAV elements (RFC 4918 §14). */
export const DAV = 'DAV:';
/** Namespace of the prefix `xml`. No other prefix may be bound to it (Namespaces in XML §3). */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** Maximum nesting depth. Bounds the recursion over elements; WebDAV clients send less than this. */
const MAX_DEPTH = 100;

/**
 * Maximum number of elements and attributes in a document. 1 MiB could hold 260,000, which would take the server 0.6 s.
 */
const MAX_PARTS = 10_000;

/** Attribute other than a namespace declaration. */
export interface XmlAttribute {
  readonly prefix: string;
  readonly local: string;
  readonly namespace: string;
  readonly value: string;
}

/** Parsed element. */
export interface XmlElement {
  readonly namespace: string;
  /** Name without its prefix. */
  readonly local: string;
  readonly prefix: string;
  readonly attributes: readonly XmlAttribute[];
  /** Namespace declarations on this element, as pairs of prefix and URI. */
  readonly declared: readonly (readonly [string, string])[];
  /** Elements and text, in document order. */
  readonly children: readonly (XmlElement | string)[];
  /** `xml:lang` of this element, or of the nearest ancestor that has it. */
  readonly lang: string | undefined;
}

/** Element whose end tag is not parsed yet. */
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

/**
 * The five predefined entities of XML. The plain object that saxes uses would also resolve `&constructor;` and the
 * like.
 */
const ENTITIES = new Proxy<Record<string, string>>(
  { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" },
  {
    get: (table, name) => (typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined),
  },
);

/**
 * Parses an XML document. Rejects every document type declaration: entities could expand one line to megabytes, or read
 * files.
 * @returns the root element
 * @throws {DavError} 400 if the document is not well-formed, has a document type declaration, is nested too deeply, or
 * has more than 10,000 elements and attributes
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.ENTITIES = ENTITIES;
  const stack: OpenElement[] = [];
  let root: XmlElement | undefined;
  let parts = 0;
  const countPart = (): void => {
    parts += 1;
    if (parts > MAX_PARTS)
      throw badRequest(`The XML has more than ${String(MAX_PARTS)} elements and attributes.`);
  };
  parser.on('attribute', countPart);
  parser.on('doctype', () => {
    throw badRequest('A document type declaration is not accepted.');
  });
  parser.on('opentag', (tag) => {
    countPart();
    if (stack.length === MAX_DEPTH) throw badRequest('The XML is nested too deeply.');
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

export function elementsOf(parent: XmlElement): XmlElement[] {
  return parent.children.filter((child) => typeof child !== 'string');
}

/** True if the element has this local name in the namespace `DAV:`. */
export function isDav(element: XmlElement, local: string): boolean {
  return element.namespace === DAV && element.local === local;
}

/** First child element with this local name in the namespace `DAV:`; undefined if there is none. */
export function davChild(parent: XmlElement, local: string): XmlElement | undefined {
  return elementsOf(parent).find((child) => isDav(child, local));
}

/** Text of an element and its descendants, in document order. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** Namespace declarations in the serialised text that apply to an element: its own, and those of its ancestors. */
interface Scope {
  /** Namespaces by prefix. */
  readonly declared: ReadonlyMap<string, string>;
  readonly outer: Scope | undefined;
}

function namespaceOf(prefix: string, scope: Scope | undefined): string {
  for (let current = scope; current !== undefined; current = current.outer) {
    const namespace = current.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return '';
}

/** Declarations that an element needs and `outer` lacks, as text and as the new scope. */
function declarations(
  element: XmlElement,
  outer: Scope | undefined,
): { text: string; scope: Scope | undefined } {
  const needed = new Map<string, string>(element.declared);
  needed.set(element.prefix, element.namespace);
  for (const { prefix, namespace } of element.attributes) if (prefix !== '') needed.set(prefix, namespace);
  needed.delete('xml');
  let text = '';
  const declared = new Map<string, string>();
  for (const [prefix, namespace] of needed) {
    if (namespaceOf(prefix, outer) === namespace) continue;
    declared.set(prefix, namespace);
    text += ` xmlns${prefix === '' ? '' : ':'}${prefix}="${escapeText(namespace)}"`;
  }
  return { text, scope: declared.size === 0 ? outer : { declared, outer } };
}

function serialise(element: XmlElement, outer: Scope | undefined, extraAttributes: string): string {
  const { text, scope } = declarations(element, outer);
  const name = element.prefix === '' ? element.local : `${element.prefix}:${element.local}`;
  let start = `<${name}${text}${extraAttributes}`;
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

/** Also escapes line feeds and tabs, which an XML parser would turn into spaces (XML 1.0 §3.3.3). */
function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/**
 * Serialises an element so that it is valid in any XML document: it declares every namespace that it uses, and has the
 * `xml:lang` that it inherited (RFC 4918 §4.3). Prefixes stay as the client sent them.
 */
export function toXml(element: XmlElement): string {
  const hasOwnLang = element.attributes.some(
    ({ namespace, local }) => namespace === XML_NAMESPACE && local === 'lang',
  );
  const inherited =
    element.lang === undefined || hasOwnLang ? '' : ` xml:lang="${escapeAttribute(element.lang)}"`;
  return serialise(element, undefined, inherited);
}

/** Serialises the children of an element so that they are valid in any XML document. */
export function innerXml(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? escapeText(child) : toXml(child)))
    .join('');
}
