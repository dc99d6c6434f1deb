/** What to paste to send one exchange: complete, with the keys in it. `server/test/snippets.test.ts` runs them all. */
import type { Format } from '@parley/contract';
import { EXCHANGES } from './exchanges.ts';

export type SnippetKeys = { ingestUrl: string; appKey: string; apiKey: string };

export const LANGUAGES = { curl: 'curl', node: 'Node', python: 'Python' } as const;
export type Language = keyof typeof LANGUAGES;

const VERSION = '3.1.0';

export function snippet(language: Language, format: Format, keys: SnippetKeys): string {
  return WRITERS[language](format, keys);
}

const WRITERS: Record<Language, (format: Format, keys: SnippetKeys) => string> = {
  /** Without timestamps, so that running it again is another interaction and not the same once more. */
  curl(format, keys) {
    const { request, response } = EXCHANGES[format];
    const payload = { reconify: header(format, keys), ...PEOPLE, request, response };
    return [
      `curl ${keys.ingestUrl} \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d ${quoted(literal(payload))}`,
    ].join('\n');
  },

  node(format, keys) {
    const { request, response, node } = EXCHANGES[format];
    return `// Save as first.mjs, and run: node first.mjs
const askedAt = Date.now();
const request = ${literal(request)};

// In your application this is: ${node}
const response = ${literal(response)};

const answer = await fetch('${keys.ingestUrl}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    reconify: ${literal(header(format, keys), 2)},
    timestamps: { request: askedAt, response: Date.now() },
    session: ${literal(PEOPLE.session)},
    user: ${literal(PEOPLE.user)},
    request,
    response,
  }),
});
console.log(await answer.json());`;
  },

  python(format, keys) {
    const { request, response, python } = EXCHANGES[format];
    return `# Save as first.py, and run: python3 first.py
import json, time, urllib.request

asked_at = int(time.time() * 1000)
request = ${literal(request)}

# In your application this is: ${python}
response = ${literal(response)}

payload = {
  "reconify": ${literal(header(format, keys), 1)},
  "timestamps": {"request": asked_at, "response": int(time.time() * 1000)},
  "session": ${literal(PEOPLE.session)},
  "user": ${literal(PEOPLE.user)},
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

function header(format: Format, { appKey, apiKey }: SnippetKeys) {
  return { format, type: EXCHANGES[format].type, version: VERSION, appKey, apiKey };
}

const LINE = 76;

/** JSON that is easy to read: what fits on a line stays on one. JavaScript and Python read it alike. */
function literal(value: unknown, depth = 0): string {
  const flat = JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([[{]) /g, '$1')
    .replace(/ ([\]}])/g, '$1');
  if (typeof value !== 'object' || value === null || flat.length + depth * 2 <= LINE) return flat;
  const indent = '  '.repeat(depth + 1);
  const inner = Array.isArray(value)
    ? value.map((one) => literal(one, depth + 1))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${literal(one, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inner.map((line) => indent + line).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

/** One word for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
