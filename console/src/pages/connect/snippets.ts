/**
 * Complete programs that send one exchange, with the keys in them. `server/test/snippets.test.ts` runs them
 * all.
 */
import type { Format } from '@parley/contract';
import { GUIDES } from '@parley/contract/providers';

export type SnippetKeys = { ingestUrl: string; appKey: string; apiKey: string };

export const LANGUAGES = { curl: 'curl', node: 'Node', python: 'Python' } as const;
export type Language = keyof typeof LANGUAGES;

const VERSION = '3.1.0';

/** `labelled` adds the optional fields: labels, trace and the time of the first token. */
export type Snippet = { language: Language; format: Format; labelled: boolean };

export function snippet({ language, format, labelled }: Snippet, keys: SnippetKeys): string {
  return WRITERS[language](format, keys, labelled);
}

const WRITERS: Record<Language, (format: Format, keys: SnippetKeys, labelled: boolean) => string> = {
  /** Timestamps are of the moment it runs: running it again sends another interaction, not a duplicate. */
  curl(format, keys, labelled) {
    const { request, response } = GUIDES[format].example;
    const payload = {
      reconify: header(format, keys),
      ...PEOPLE,
      ...(labelled ? MORE : {}),
      request,
      response,
    };
    const firstToken = labelled ? ' "firstToken": $((now + 350)),' : '';
    const times = `{"request": $now,${firstToken} "response": $((now + 900))}`;
    const body = expanded(literal(payload)).replace('{', () => `{\n  "timestamps": ${times},`);
    return [
      'now=$(date +%s)000',
      `curl ${keys.ingestUrl} \\`,
      "  -H 'Content-Type: application/json' \\",
      '  -d @- <<END',
      body,
      'END',
    ].join('\n');
  },

  node(format, keys, labelled) {
    const { request, response, node } = GUIDES[format].example;
    return `// Save as first.mjs, and run: node first.mjs
const askedAt = Date.now();
const request = ${literal(request)};

// In your application this is: ${node}
const response = ${literal(response)};${labelled ? '\n// When the first piece of the answer came, if it is streamed.\nconst firstTokenAt = Date.now();' : ''}

const answer = await fetch('${keys.ingestUrl}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    reconify: ${literal(header(format, keys), 2)},
    timestamps: { request: askedAt, ${labelled ? 'firstToken: firstTokenAt, ' : ''}response: Date.now() },
    session: ${literal(PEOPLE.session)},
    user: ${literal(PEOPLE.user)},${labelled ? `\n    labels: ${literal(MORE.labels)},\n    trace: ${literal(MORE.trace, 2)},` : ''}
    request,
    response,
  }),
});
console.log(await answer.json());`;
  },

  python(format, keys, labelled) {
    const { request, response, python } = GUIDES[format].example;
    return `# Save as first.py, and run: python3 first.py
import json, time, urllib.request

asked_at = int(time.time() * 1000)
request = ${pythonLiteral(request)}

# In your application this is: ${python}
response = ${pythonLiteral(response)}${labelled ? '\n# When the first piece of the answer came, if it is streamed.\nfirst_token_at = int(time.time() * 1000)' : ''}

payload = {
  "reconify": ${literal(header(format, keys), 1)},
  "timestamps": {"request": asked_at, ${labelled ? '"firstToken": first_token_at, ' : ''}"response": int(time.time() * 1000)},
  "session": ${literal(PEOPLE.session)},
  "user": ${literal(PEOPLE.user)},${labelled ? `\n  "labels": ${literal(MORE.labels)},\n  "trace": ${literal(MORE.trace, 1)},` : ''}
  "request": request,
  "response": response,
}
answer = urllib.request.urlopen(urllib.request.Request(
  "${keys.ingestUrl}",
  data=json.dumps(payload).encode(),
  headers={"Content-Type": "application/json"},
))
print(answer.read().decode())`;
  },
};

const PEOPLE = { session: 'first-session', user: { userId: 'jane' } };
/** The ids are from the examples of W3C Trace Context. */
const MORE = {
  labels: { environment: 'production', feature: 'search' },
  trace: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' },
};

function header(format: Format, { appKey, apiKey }: SnippetKeys) {
  return { format, type: GUIDES[format].example.type, version: VERSION, appKey, apiKey };
}

const LINE_LENGTH = 76;

/** Readable JSON: a value that fits on a line stays on one. It is valid JavaScript. */
function literal(value: unknown, depth = 0): string {
  const flat = JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([[{]) /g, '$1')
    .replace(/ ([\]}])/g, '$1');
  if (typeof value !== 'object' || value === null || flat.length + depth * 2 <= LINE_LENGTH) return flat;
  const indent = '  '.repeat(depth + 1);
  const inner = Array.isArray(value)
    ? value.map((one) => literal(one, depth + 1))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${literal(one, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inner.map((line) => indent + line).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

/** Escapes a text for a here-document in which the shell expands variables. */
function expanded(text: string): string {
  return text.replaceAll(/[\\$`]/g, '\\$&');
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** JSON as a Python expression: its three words outside of strings differ. */
function pythonLiteral(value: unknown): string {
  return literal(value).replace(
    /"(?:\\.|[^"\\])*"|\b(?:true|false|null)\b/g,
    (found) => PYTHON_WORDS[found] ?? found,
  );
}
