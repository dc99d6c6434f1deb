/**
 * Search over random texts in many scripts, checked against the words of every text, and over queries that
 * once found nothing.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Message, parseSearch, type Sought, type Word, wordsIn } from '@parley/contract';
import { randomNumbers } from '@parley/sample/random';
import { z } from 'zod';
import { searchConditions, tokensOf } from '../src/queries/search/search.ts';
import { SAID } from '../src/store/search/search-text.ts';
import type { Store } from '../src/store/store.ts';
import { headOf, recordOf } from './support/interactions.ts';
import { testStore } from './support/test-store.ts';

const SEED = Number(process.env.PARLEY_TEST_SEED ?? 1);
const random = randomNumbers(SEED);

const WORDS = [
  ...['river', 'Elbe', 'in', 'to', 'into', '50', 'x1', 'Größe', 'GRÖSSE', 'Straße', 'schön', 'Ægir', 'İzmir'],
  ...[
    'ΟΔΟΣ',
    'οδός',
    'Москва',
    'ёлка',
    'שלום',
    'مرحبا',
    'می‌خواهم',
    'नमस्ते',
    'हिन्दी',
    'বাংলা',
    'தமிழ்',
    '한국어',
    '한국',
  ],
  ...[
    '北京',
    '北京大学',
    '大学生',
    '京大',
    '猫',
    '日本語',
    'コンピュータ',
    'ｶﾀｶﾅ',
    'ひらがな',
    'กินข้าว',
    'ข้าว',
    'น้ำ',
    'ພາສາລາວ',
    'ខ្មែរ',
    'မြန်မာ',
  ],
  ...['ﬁx', 'ｆｕｌｌ', '½', '㊀', '𝒜', '5️⃣', '𠮷野'],
];
const SEPARATORS = [
  ...[' ', ' ', ' ', ', ', '. ', '\n', '_', '-', '', '', '"', '(', '​'],
  ...[
    '€',
    '°',
    '§',
    ' § ',
    '😀',
    '❤️',
    '👨‍👩‍👧',
    '،',
    '؟',
    '।',
    '【',
    '】',
    '《',
    '》',
    '。',
    '、',
    '…',
    '“',
    '’',
    '\u0301',
    '\u00ad',
    '\u3000',
    '™',
  ],
];

/**
 * Blocks of scripts with all kinds of characters; the engine may not know the letters of the newest Unicode.
 */
const BLOCKS = [
  [0x20, 0x52f],
  [0x5d0, 0x5ea],
  [0x620, 0x6ff],
  [0x900, 0x97f],
  [0xe00, 0xeff],
  [0x1000, 0x10ff],
  [0x1100, 0x11ff],
  [0x1780, 0x17ff],
  [0x1e00, 0x2bff],
  [0x3000, 0x33ff],
  [0x4e00, 0x4eff],
  [0xac00, 0xacff],
  [0xfb00, 0xfb4f],
  [0xfe00, 0xfe2f],
  [0xff00, 0xffef],
  [0x1f300, 0x1f64f],
] as const;

function randomText(): string {
  const words = Array.from({ length: random.below(12) }, () => {
    if (random.below(4) > 0) return written(random.pick(WORDS)) + random.pick(SEPARATORS);
    const [first, last] = random.pick(BLOCKS);
    return String.fromCodePoint(first + random.below(last - first + 1));
  });
  return words.join('');
}

/** A variant spelling of the same word. */
function written(word: string): string {
  return random.pick([
    word,
    word,
    word.toUpperCase(),
    word.toLowerCase(),
    word.normalize('NFD'),
    word.normalize('NFKC'),
  ]);
}

const records = Array.from({ length: 300 }, () => {
  const inputText = randomText();
  const input: Message[] = [{ role: 'user', content: [{ type: 'text', text: inputText }] }];
  return { ...recordOf(headOf({ id: randomUUID() })), input, inputText, outputText: randomText() };
});

/** Whether the words occur consecutively in a text, and those of one run without a separator. */
function isIn(sought: Sought, text: readonly Word[]): boolean {
  const words = sought.flatMap((run) => run.map((word, i) => ({ word, joined: i > 0 })));
  return text.some((_, start) =>
    words.every(({ word, joined }, i) => {
      const here = text[start + i];
      return here?.text === word && (here.joined || !joined);
    }),
  );
}

function expected(q: string): string[] {
  const search = parseSearch(q);
  if (search.length === 0) return [];
  return records
    .filter(({ inputText, outputText }) =>
      search.every((sought) => isIn(sought, wordsIn(inputText)) || isIn(sought, wordsIn(outputText))),
    )
    .map(({ id }) => id)
    .sort();
}

describe(`search (seed ${SEED})`, () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let store: Store;

  const found = async (q: string) => {
    const { where, params } = searchConditions(q);
    const rows = await store.query(
      z.object({ id: z.string() }),
      `SELECT id FROM interactions WHERE ${where}`,
      params,
    );
    return rows.map(({ id }) => id).sort();
  };

  before(async () => {
    ({ store } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    const body = Buffer.from('{}');
    for (const [i, part] of [records.slice(0, 150), records.slice(150)].entries()) {
      await store.insertInteractions(
        part.map((record) => ({ record, request: body, response: body })),
        `batch ${i}`,
      );
    }
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  it('indexes all words of every text and pairs of characters, and nothing else that could match', async () => {
    const rows = await store.query(
      z.object({ id: z.string(), tokens: z.array(z.string()) }),
      `SELECT id, tokens(${SAID.words}, 'splitByNonAlpha') AS tokens FROM interactions`,
    );
    assert.equal(rows.length, records.length);
    const canBeSought = (token: string) => {
      const tokens = parseSearch(token).flat().flatMap(tokensOf);
      return tokens.length === 1 && tokens[0] === token;
    };
    for (const { id, tokens } of rows) {
      const record = records.find((each) => each.id === id);
      const runs = [record?.inputText, record?.outputText].flatMap((text) => parseSearch(text ?? '').flat());
      const sought = runs.flatMap((run) => [...run, ...tokensOf(run)]);
      assert.deepEqual(
        [...new Set(tokens.filter(canBeSought))].sort(),
        [...new Set(sought)].sort(),
        JSON.stringify([record?.inputText, record?.outputText]),
      );
    }
  });

  it('finds every word in every text that has it, in any spelling, and in no other text', async () => {
    for (const word of random.shuffled(WORDS).slice(0, 20)) {
      const q = written(word);
      assert.deepEqual(await found(q), expected(q), q);
    }
    for (const q of ['§', 'nowhere', '大猫', '生大学', 'riverelbe', 'Gr']) {
      assert.deepEqual(await found(q), expected(q), q);
    }
    assert.deepEqual(await found('§'), []);
  });

  it('finds phrases, in scripts without spaces, too, and never across question and answer', async () => {
    for (let i = 0; i < 15; i++) {
      const words = wordsIn(random.pick(records).inputText);
      const start = random.below(Math.max(1, words.length));
      const [first, last] = [words[start], words[start + random.below(3)]];
      if (!first || !last) continue;
      const text = words
        .slice(start, words.indexOf(last) + 1)
        .map((word) => word.text)
        .join(' ');
      const q = `"${text}"`;
      const ids = await found(q);
      assert.deepEqual(ids, expected(q), q);
      assert.ok(ids.length > 0, q);
    }
    for (const q of ['"into river"', '"elbe 北京"', '"北京 大学"', '京大学']) {
      assert.deepEqual(await found(q), expected(q), q);
    }
  });

  it('uses the word index', async () => {
    const { where, params } = searchConditions('北京 river');
    const rows = await store.query(
      z.object({ explain: z.string() }),
      `EXPLAIN indexes = 1 SELECT id FROM interactions WHERE ${where}`,
      params,
    );
    assert.match(rows.map(({ explain }) => explain).join('\n'), /Name: said/);
  });
});
