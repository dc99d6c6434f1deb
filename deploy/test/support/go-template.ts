/**
 * Renders Go templates: text, values, pipelines of functions, `if`, `with`, `range` and `define`. Any other
 * construct is an error, so that nothing is rendered differently from Helm.
 */

export type Scope = { dot: unknown; root: unknown; variables: Record<string, unknown> };
export type Functions = Record<string, (...args: unknown[]) => unknown>;

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; pipeline: string }
  | { kind: 'if' | 'with' | 'range'; head: string; body: Node[]; otherwise: Node[] };
type Token = { text: string } | { action: string };

export class Templates {
  readonly #defined = new Map<string, Node[]>();
  readonly #functions: Functions;

  constructor(functions: Functions) {
    this.#functions = functions;
  }

  /** Parses a file; its definitions are visible to all other files. */
  read(text: string): Node[] {
    const tokens = tokenize(text);
    const nodes = this.#block(tokens);
    if (tokens.length > 0) throw new Error('There is an end too many.');
    return nodes;
  }

  include(name: string, dot: unknown): string {
    const nodes = this.#defined.get(name);
    if (!nodes) throw new Error(`Nothing defines "${name}".`);
    return this.render(nodes, { dot, root: dot, variables: {} });
  }

  render(nodes: Node[], scope: Scope): string {
    return nodes.map((node) => this.#renderOne(node, scope)).join('');
  }

  /** Parses up to the matching `end` or `else`, which is left in place. */
  #block(tokens: Token[]): Node[] {
    const nodes: Node[] = [];
    for (let token = tokens[0]; token; token = tokens[0]) {
      if ('text' in token) nodes.push({ kind: 'text', text: token.text });
      else if (token.action === 'end' || token.action === 'else') return nodes;
      tokens.shift();
      if ('action' in token) nodes.push(...this.#action(token.action, tokens));
    }
    return nodes;
  }

  #action(action: string, tokens: Token[]): Node[] {
    const [, word = '', head = ''] = /^(if|with|range|define)\s+(.+)$/s.exec(action) ?? [];
    if (word === '') {
      if (/^(else|end|template|block|break|continue)\b/.test(action)) throw new Error(`Not here: ${action}`);
      return [{ kind: 'value', pipeline: action }];
    }
    const body = this.#block(tokens);
    const otherwise = closes(tokens, 'else') ? this.#block(tokens) : [];
    if (!closes(tokens, 'end')) throw new Error(`It has no end: ${action}`);
    if (word !== 'define') return [{ kind: word as 'if', head, body, otherwise }];
    this.#defined.set(JSON.parse(head), body);
    return [];
  }

  #renderOne(node: Node, scope: Scope): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'value':
        return String(this.#evaluate(node.pipeline, scope));
      case 'range':
        return this.#range(node.head, node.body, scope);
      default: {
        const value = this.#evaluate(node.head, scope);
        if (!isTrue(value)) return this.render(node.otherwise, scope);
        return this.render(node.body, node.kind === 'with' ? { ...scope, dot: value } : scope);
      }
    }
  }

  /** `$name, $value := pipeline`, sorted by key as Go does. */
  #range(head: string, body: Node[], scope: Scope): string {
    const [, name, value, pipeline] = /^\$(\w+), \$(\w+) := (.+)$/.exec(head) ?? [];
    if (!name || !value || !pipeline) throw new Error(`Not known here: range ${head}`);
    const entries = Object.entries(Object(this.#evaluate(pipeline, scope))).sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    return entries
      .map(([key, item]) =>
        this.render(body, {
          ...scope,
          dot: item,
          variables: { ...scope.variables, [name]: key, [value]: item },
        }),
      )
      .join('');
  }

  #evaluate(pipeline: string, scope: Scope): unknown {
    const words = pipeline.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? [];
    const value = this.#pipeline(words, scope);
    if (words.length > 0) throw new Error(`Cannot be read: ${pipeline}`);
    return value;
  }

  #pipeline(words: string[], scope: Scope): unknown {
    let value = this.#command(words, scope, []);
    while (words[0] === '|') {
      words.shift();
      value = this.#command(words, scope, [value]);
    }
    return value;
  }

  /** A function call, with the piped value as its last argument, or a single value. */
  #command(words: string[], scope: Scope, piped: unknown[]): unknown {
    const first = words[0] ?? '';
    if (!/^[a-zA-Z]\w*$/.test(first) || /^(true|false|nil)$/.test(first)) return this.#operand(words, scope);
    words.shift();
    const call = this.#functions[first];
    if (!call) throw new Error(`There is no function "${first}" here.`);
    const args: unknown[] = [];
    while (words.length > 0 && words[0] !== '|' && words[0] !== ')') args.push(this.#operand(words, scope));
    return call(...args, ...piped);
  }

  #operand(words: string[], scope: Scope): unknown {
    const word = words.shift() ?? '';
    if (word === '(') {
      const value = this.#pipeline(words, scope);
      if (words.shift() !== ')') throw new Error('A parenthesis is not closed.');
      return value;
    }
    if (/^("|-?\d|true$|false$)/.test(word)) return JSON.parse(word);
    const [start = '', ...fields] = word.split('.');
    if (start !== '' && !start.startsWith('$')) throw new Error(`Not known here: ${word}`);
    const name = start.slice(1);
    const value = start === '' ? scope.dot : name === '' ? scope.root : scope.variables[name];
    return fields.filter((field) => field !== '').reduce(fieldOf, value);
  }
}

function tokenize(text: string): Token[] {
  const trimmed = text.replace(/\s*\{\{-(?=[\s/])/g, '{{').replace(/(?<=[\s/])-\}\}\s*/g, '}}');
  return trimmed.split(/(\{\{.*?\}\})/s).flatMap((part): Token[] => {
    if (!part.startsWith('{{')) return part === '' ? [] : [{ text: part }];
    const action = part.slice(2, -2).trim();
    return action.startsWith('/*') ? [] : [{ action }];
  });
}

function closes(tokens: Token[], word: string): boolean {
  const [token] = tokens;
  if (!token || !('action' in token) || token.action !== word) return false;
  tokens.shift();
  return true;
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value === 'object' && value !== null && field in value) return Reflect.get(value, field);
  throw new Error(`There is no "${field}" to be had.`);
}

/** Go's truth: empty values are false. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
