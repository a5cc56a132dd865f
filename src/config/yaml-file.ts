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
import { configKeys, futureKeys, isSection, NOT_AVAILABLE } from './schema.ts';
import type { Given, SourceReading } from './source.ts';
import { suggestion } from './suggestion.ts';

/** Collects the values of one file while walking it, each with its line. */
class FileReader {
  readonly values = new Map<string, Given>();
  readonly problems: ConfigProblem[] = [];
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #document: Document.Parsed;

  constructor(file: string, content: string) {
    this.#file = file;
    this.#lines = new LineCounter();
    this.#document = parseDocument(content, { lineCounter: this.#lines, prettyErrors: false });
    for (const { pos, message } of this.#document.errors) this.#refuse('', pos[0], message);
    const root: Node | null = this.#document.contents;
    if (this.#document.errors.length > 0 || root === null || (isScalar(root) && root.value === null)) return;
    if (isMap(root)) this.#walk(root, '');
    else this.#refuse('', root.range?.[0] ?? 0, 'must hold keys and values');
  }

  #refuse(key: string, offset: number, message: string): void {
    this.problems.push({ source: this.#file, line: this.#lines.linePos(offset).line, key, message });
  }

  #walk(section: YAMLMap, path: string): void {
    for (const { key: name, value } of section.items) {
      const text = isScalar(name) ? String(name.value) : String(name);
      const offset = isScalar(name) ? (name.range?.[0] ?? 0) : 0;
      this.#take(path === '' ? text : `${path}.${text}`, offset, value);
    }
  }

  #take(key: string, offset: number, value: unknown): void {
    if (isSection(key)) {
      if (isMap(value)) this.#walk(value, key);
      // A section whose keys are all commented out reads as null.
      else if (value !== null && !(isScalar(value) && value.value === null)) {
        this.#refuse(key, offset, 'is a section: it takes keys, not a value');
      }
    } else if (configKeys.includes(key)) {
      const plain: unknown = isNode(value) ? value.toJS(this.#document) : value;
      this.values.set(key, { value: plain, source: this.#file, line: this.#lines.linePos(offset).line });
    } else if (futureKeys.includes(key)) {
      this.#refuse(key, offset, NOT_AVAILABLE);
    } else {
      this.#refuse(key, offset, `is not a known key${suggestion(key, configKeys)}`);
    }
  }
}

/** Reads a YAML file that is there. Syntax errors, unknown and doubled keys are problems, with their lines. */
export function readYamlFile(file: string): SourceReading {
  return new FileReader(file, readFileSync(file, 'utf8'));
}
