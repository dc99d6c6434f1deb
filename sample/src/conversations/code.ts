/** Conversations of a code review bot. */
import type { Conversation } from './conversation.ts';

export const CODE: readonly [Conversation, ...Conversation[]] = [
  {
    language: 'en',
    turns: [
      {
        ask: 'Is pull request #[[pull]] safe to merge before the release?',
        tool: {
          name: 'read_diff',
          arguments: { pull: '[[pull]]' },
          result:
            'diff --git a/src/[[module]].ts b/src/[[module]].ts\n@@ -[[line]],3 +[[line]],4 @@\n export async function [[function]](key: string) {\n-  return load(key);\n+  return cache.get(key) ?? load(key);\n }',
        },
        furtherTools: [
          {
            name: 'search_docs',
            arguments: { query: '[[module]] cache', limit: 3 },
            result: 'docs/[[module]].md: entries of the cache expire after an hour, and are not shared.',
          },
          {
            name: 'run_tests',
            arguments: { path: 'src/[[module]]', timeout: 120 },
            result: '{"passed":[[count]],"failed":0,"failures":[]}',
          },
          {
            name: 'run_tests',
            arguments: { path: 'src/[[service]]', timeout: 300 },
            result: '{"passed":[[line]],"failed":0,"failures":[]}',
          },
        ],
        thinking:
          'The cache is per process and expires. Readers may see a value that is an hour old; the documents say that is fine.',
        answer:
          'Yes. `[[function]]` may now answer with a value that is up to an hour old, which `docs/[[module]].md` allows. The tests of both `[[module]]` and `[[service]]` pass. One wish for later: nothing is stored in the cache yet when `load` answers.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'Review pull request #[[pull]].',
        tool: {
          name: 'read_diff',
          arguments: { pull: '[[pull]]' },
          result:
            'diff --git a/src/[[module]].ts b/src/[[module]].ts\n@@ -[[line]],6 +[[line]],11 @@\n export function [[function]](input: string) {\n-  const rows = input.split("\\n");\n+  const rows = input.split("\\n").map((row) => row.trim());\n+  for (let i = 0; i <= rows.length; i++) {\n+    total += Number(rows[i]);\n+  }\n   return total;\n }',
        },
        thinking:
          'The loop runs to rows.length inclusive, so the last one is undefined and Number(undefined) is NaN. That makes the total NaN. An empty last line gives 0, which is fine. No test covers it.',
        answer:
          '**One bug, one wish.**\n\n1. `src/[[module]].ts`, line [[line]]: the loop runs to `i <= rows.length`, so the last step adds `Number(undefined)` and the total is `NaN`. Use `for (const row of rows)`.\n2. A test for an empty input would have caught it.\n\nThe rest of `[[function]]` reads well.',
      },
      {
        ask: 'Fixed both. [[Again?|Have another look?]]',
        answer: 'Looks good to me: the loop is right now, and the new test fails without the fix. Approved.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'Why does this test fail only on CI?\n\n```ts\ntest("[[function]] waits", async () => {\n  start([[port]]);\n  await sleep(100);\n  assert.equal(await status(), "ready");\n});\n```',
        thinking: 'A fixed sleep and a fixed port: both are races on a slow, shared machine.',
        answer:
          'Two reasons, and both are about time and sharing. It sleeps for 100 ms and hopes that the server is ready by then; a busy CI machine needs longer. And it uses port [[port]], which another test may hold. Listen on port 0, and wait for the condition instead:\n\n```ts\nawait until(async () => (await status()) === "ready");\n```',
      },
      {
        ask: 'What would you use as the time limit?',
        answer:
          'Something generous, 30 s say. The limit only matters when the test fails; when it passes, it takes as long as it needs.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: "Is this query safe?\n\n```ts\ndb.query('SELECT * FROM [[table]] WHERE name = \"' + name + '\"')\n```",
        answer:
          'No. `name` becomes part of the statement, so whoever chooses it chooses the statement. Pass it as a parameter:\n\n```ts\ndb.query("SELECT id, name FROM [[table]] WHERE name = $1", [name]);\n```\n\nNaming the columns instead of `*` also keeps the answer small when [[table]] grows a new one.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'Write a commit message for the change in the [[module]] module: it now tries three times before it gives up, waiting longer each time.',
        answer:
          'Try three times before the [[module]] gives up\n\nA short outage of the [[service]] no longer fails the whole run. The waits are 1 s, 4 s and 16 s, with some jitter so that many clients do not come back at once.',
      },
      {
        ask: 'Shorter.',
        answer: 'Retry the [[module]] three times, with growing waits',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'Memory of the [[service]] grows by about [[count]] MB a day. Here is the cache:\n\n```ts\nconst seen = new Map<string, Result>();\nexport function [[function]](key: string): Result {\n  const known = seen.get(key);\n  if (known) return known;\n  const result = compute(key);\n  seen.set(key, result);\n  return result;\n}\n```',
        thinking: 'Nothing ever leaves the map. Bound it: least recently used, or a time limit.',
        answer:
          'Nothing ever leaves `seen`. A `Map` remembers the order of insertion, so a bounded cache is three lines more:\n\n```ts\nif (seen.size >= 10_000) {\n  const oldest = seen.keys().next().value;\n  if (oldest !== undefined) seen.delete(oldest);\n}\n```\n\nDelete and set again on a hit if the most recently used ones should stay.',
      },
      {
        ask: 'How do I find out whether 10,000 is a good number?',
        answer:
          'Count hits and misses and look at the ratio for a day. If it hardly changes when you halve the size, halve it.',
      },
      {
        ask: 'The ratio is 0.93 with 10,000 and 0.92 with 2,000.',
        answer:
          'Then take 2,000: a fifth of the memory for one point. Write the measurement beside the number.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'Run the tests of the [[module]] module and summarise what fails.',
        tool: {
          name: 'run_tests',
          arguments: { path: 'src/[[module]]', timeout: 120 },
          result:
            '{"passed":[[count]],"failed":1,"failures":[{"name":"[[function]] keeps the order","message":"expected [1,2,3], got [1,3,2]"}]}',
        },
        answer:
          '[[count]] pass, one fails: “[[function]] keeps the order” expects `[1, 2, 3]` and gets `[1, 3, 2]`. The results are collected as they come in, so a slow second one ends up last. Collect them with `Promise.all`, which keeps the order.',
      },
    ],
  },
  {
    language: 'de',
    turns: [
      {
        ask: 'Kannst du erklären, was dieser reguläre Ausdruck macht? `^(?=.*\\d)[a-z\\d]{8,}$`',
        answer:
          'Er verlangt mindestens acht Zeichen, nur Kleinbuchstaben und Ziffern, und davon mindestens eine Ziffer. Der Teil `(?=.*\\d)` schaut nur voraus und verbraucht nichts. Für Kennwörter ist so eine Regel übrigens nicht zu empfehlen: Länge hilft mehr.',
      },
      {
        ask: 'Dann schlag eine bessere Prüfung für `[[function]]` vor.',
        answer:
          'Mindestens zwölf Zeichen, höchstens 128, alles erlaubt, und nicht auf einer Liste häufiger Kennwörter.',
      },
    ],
  },
];
