/**
 * JSON as written: keys in their order, including duplicates, and numbers and strings digit by
 * digit. `JSON.parse` would round 12345678901234567890 and turn 1.0 into 1.
 */
export type JsonNode =
  | { kind: 'object'; entries: readonly JsonEntry[] }
  | { kind: 'array'; items: readonly JsonNode[] }
  | { kind: 'string' | 'number' | 'word'; source: string };
export type JsonEntry = {
  /** Including the quotes. */
  key: string;
  value: JsonNode;
};

/** Maximum nesting depth, well below what the stack allows. */
const MAX_DEPTH = 500;

/** Null if it is not JSON or nested too deeply. */
export function readJsonSource(text: string): JsonNode | null {
  try {
    const reader = new Reader(text);
    const node = reader.value(0);
    return reader.atEnd() ? node : null;
  } catch {
    return null;
  }
}

/** The JSON with line breaks and indentation; null if it is not JSON. */
export function indentJson(text: string): string | null {
  const node = readJsonSource(text);
  return node && indentNode(node);
}

export function indentNode(node: JsonNode): string {
  return indented(node, '');
}

/** The number of entries or items. */
export function sizeOf(node: JsonNode): number {
  if (node.kind === 'object') return node.entries.length;
  return node.kind === 'array' ? node.items.length : 0;
}

function indented(node: JsonNode, margin: string): string {
  const inner = `${margin}  `;
  if (node.kind === 'object') {
    if (node.entries.length === 0) return '{}';
    const lines = node.entries.map(({ key, value }) => `${inner}${key}: ${indented(value, inner)}`);
    return `{\n${lines.join(',\n')}\n${margin}}`;
  }
  if (node.kind === 'array') {
    if (node.items.length === 0) return '[]';
    return `[\n${node.items.map((item) => inner + indented(item, inner)).join(',\n')}\n${margin}]`;
  }
  return node.source;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(level: number): JsonNode {
    if (level > MAX_DEPTH) throw new SyntaxError('nested too deeply');
    const next = this.#next();
    if (next === '{') return { kind: 'object', entries: this.#list('}', () => this.#entry(level)) };
    if (next === '[') return { kind: 'array', items: this.#list(']', () => this.value(level + 1)) };
    if (next === '"') return { kind: 'string', source: this.#string() };
    const word = this.#match(WORD);
    if (word !== null) return { kind: 'word', source: word };
    const number = this.#match(NUMBER);
    if (number === null) throw new SyntaxError('no value');
    return { kind: 'number', source: number };
  }

  atEnd(): boolean {
    return this.#next() === '';
  }

  #entry(level: number): JsonEntry {
    if (this.#next() !== '"') throw new SyntaxError('no key');
    const key = this.#string();
    this.#take(':');
    return { key, value: this.value(level + 1) };
  }

  #list<T>(end: string, read: () => T): T[] {
    this.#at++;
    const found: T[] = [];
    if (this.#next() !== end) {
      found.push(read());
      while (this.#next() === ',') {
        this.#at++;
        found.push(read());
      }
    }
    this.#take(end);
    return found;
  }

  #string(): string {
    const start = this.#at++;
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length) throw new SyntaxError('the text has no end');
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    }
    return this.#text.slice(start, ++this.#at);
  }

  #take(character: string): void {
    if (this.#next() !== character) throw new SyntaxError(`no ${character}`);
    this.#at++;
  }

  /** The next character that is not whitespace. */
  #next(): string {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '-')) this.#at++;
    return this.#text[this.#at] ?? '';
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }
}
