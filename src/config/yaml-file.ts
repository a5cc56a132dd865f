import { readFileSync } from 'node:fs';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { ConfigProblem } from './problem.ts';
import { configKeys, isSection } from './schema.ts';
import type { GivenValue, SourceReading } from './source.ts';
import { suggestion } from './suggestion.ts';

/** Reads one file: traverses its sections and collects values and problems with their line numbers. */
class FileReader {
  readonly values = new Map<string, GivenValue>();
  readonly problems: ConfigProblem[] = [];
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #document: Document.Parsed;

  constructor(file: string, content: string) {
    this.#file = file;
    this.#lines = new LineCounter();
    this.#document = parseDocument(content, { lineCounter: this.#lines, prettyErrors: false });
    for (const { pos, message } of this.#document.errors) this.#addProblem('', pos[0], message);
    const root: Node | null = this.#document.contents;
    if (this.#document.errors.length > 0 || root === null || (isScalar(root) && root.value === null)) return;
    if (isMap(root)) this.#readSection(root, '');
    else this.#addProblem('', root.range?.[0] ?? 0, 'must contain keys and values');
  }

  #addProblem(key: string, offset: number, message: string): void {
    this.problems.push({ source: this.#file, line: this.#lines.linePos(offset).line, key, message });
  }

  #readSection(section: YAMLMap, path: string): void {
    for (const { key: name, value } of section.items) {
      const text = isScalar(name) ? String(name.value) : String(name);
      const offset = isScalar(name) ? (name.range?.[0] ?? 0) : 0;
      this.#readKey(path === '' ? text : `${path}.${text}`, offset, value);
    }
  }

  #readKey(key: string, offset: number, value: unknown): void {
    if (isSection(key)) {
      if (isMap(value)) this.#readSection(value, key);
      // The YAML parser returns null for a section whose keys are all commented out.
      else if (value !== null && !(isScalar(value) && value.value === null)) {
        this.#addProblem(key, offset, 'is a section: it contains keys and takes no value');
      }
    } else if (configKeys.includes(key)) {
      const parsed: unknown = isNode(value) ? value.toJS(this.#document) : value;
      this.values.set(key, { value: parsed, source: this.#file, line: this.#lines.linePos(offset).line });
    } else {
      this.#addProblem(key, offset, `is not a known key${suggestion(key, configKeys)}`);
    }
  }
}

/**
 * Reads a YAML file. Problems, with line numbers: syntax errors, unknown keys, duplicate keys.
 * @throws {Error} of node:fs if the file cannot be read
 */
export function readYamlFile(file: string): SourceReading {
  return new FileReader(file, readFileSync(file, 'utf8'));
}
