import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { randomNumbers } from '@parley/sample/random';
import { Families, MAX_FAMILIES, OTHER } from '../src/prompts/families.ts';
import { featuresOf, MAX_FEATURES } from '../src/prompts/features.ts';
import { plantPrompts } from './support/planted-prompts.ts';

const AGENT = `You are the support agent of a shop for garden tools. Answer in the customer's language.
Never promise a refund before the order was checked.
- Ask for the order number, if the customer did not give it.
- Keep answers short, and end with a question.`;

function seen(text: string, tools: string[] = [], begins = true) {
  return { features: featuresOf(text, tools), begins, at: Date.UTC(2026, 10, 1) };
}

describe('features', () => {
  test('numbers, dates, ids, addresses and names do not change them', () => {
    const texts = [
      ['Anna Schmidt', '2026-11-17', 'ord_9f8a7c', 'anna@example.com', 'https://example.com/a?b=1'],
      ['Bo', '1 May 2024', 'A-17', 'b@c.de', 'http://localhost:4780'],
    ].map(
      ([name, date, order, mail, address]) =>
        `You are talking to ${name}. Today is ${date}. The order is ${order}, and the address ${mail}. See ${address}`,
    );
    assert.deepEqual(featuresOf(texts[0] ?? '', []), featuresOf(texts[1] ?? '', []));
  });

  test('another word, another tool or another sentence changes them', () => {
    const base = JSON.stringify(featuresOf(AGENT, ['search {}']));
    for (const [text, tools] of [
      [AGENT.replace('short', 'long'), ['search {}']],
      [AGENT, ['find {}']],
      [`${AGENT}\nNever mention competitors.`, ['search {}']],
    ] as const)
      assert.notEqual(JSON.stringify(featuresOf(text, tools)), base);
  });

  test('a text of any size has a limited number of them, in time that grows with it', () => {
    const random = randomNumbers(1);
    const texts = [
      'x'.repeat(5_000_000),
      '1.'.repeat(1_000_000),
      ' \n'.repeat(1_000_000),
      'a, '.repeat(1_000_000),
      '"'.repeat(1_000_000),
      Array.from({ length: 200_000 }, () => random.below(1e9).toString(36).replace(/\d/g, 'x')).join(' '),
    ];
    for (const text of texts) {
      const started = performance.now();
      assert.ok(featuresOf(text, [text]).length <= MAX_FEATURES);
      assert.ok(performance.now() - started < 2000);
    }
  });
});

describe('families', () => {
  test('one prompt with other names, documents and tools is one prompt', () => {
    const families = new Families();
    const ids = new Set<string>();
    for (let i = 0; i < 40; i++) {
      const documents = Array.from(
        { length: i % 3 },
        (_, n) => `Paragraph ${'abcdefghij'[(i + n) % 10]} of a page.`,
      );
      const tools = i % 2 === 0 ? ['search {"type":"object"}'] : [];
      ids.add(
        families.promptOf(seen([AGENT, `The customer is Customer${i}.`, ...documents].join('\n'), tools)),
      );
    }
    assert.equal(ids.size, 1);
  });

  test('an edited prompt stays the same prompt', () => {
    const families = new Families();
    const before = families.promptOf(seen(AGENT));
    families.promptOf(seen(AGENT));
    assert.equal(families.promptOf(seen(AGENT.replace('Keep answers short', 'Answer at length'))), before);
    assert.equal(families.promptOf(seen(`${AGENT}\n- Offer a call, if it gets complicated.`)), before);
  });

  test('different prompts that share the rules of a house are different', () => {
    const rules =
      'Never give legal advice.\nNever name a competitor.\nAlways answer in JSON with the field text.';
    const families = new Families();
    const prompts = [
      'You translate product pages into French. Keep the markup. Do not translate brand names or part numbers.',
      'You summarise phone calls in three bullets. Name what was promised, by whom, and until which day.',
      'You write replies to reviews. Thank the author first. Do not argue about stars, and never offer money.',
    ].map((own) => `${own}\n${rules}`);
    const ids = [0, 1, 2, 0, 1, 2].map((i) => families.promptOf(seen(prompts[i] ?? '')));
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(ids.slice(0, 3), ids.slice(3));
  });

  test('beyond the limit, prompts share one id, and those that were known keep theirs', () => {
    const families = new Families();
    const random = randomNumbers(7);
    const word = () => Array.from({ length: 6 }, () => 'abcdefghijklmnop'[random.below(16)]).join('');
    const texts = Array.from({ length: 10_000 }, () => Array.from({ length: 30 }, word).join(' '));
    const first = families.promptOf(seen(AGENT));
    families.promptOf(seen(AGENT));
    const ids = texts.map((text) => families.promptOf(seen(text)));
    assert.equal(families.size, MAX_FAMILIES);
    assert.equal(new Set(ids).size, MAX_FAMILIES);
    assert.equal(ids.at(-1), OTHER);
    assert.equal(families.promptOf(seen(AGENT)), first);
  });

  test('a node that reads what another has learned recognises the same prompts', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { calls } = plantPrompts(seed, 300);
      const [one, other] = [new Families(), new Families()];
      for (const { text, tools, begins } of calls) one.promptOf(seen(text, tools, begins));
      for (const state of one.changes().changed) other.load(JSON.parse(JSON.stringify(state)));
      one.changesSaved();
      assert.deepEqual(one.changes(), { changed: [], gone: [] });
      const again = calls.map(({ text, tools }) => other.known(featuresOf(text, tools)));
      assert.deepEqual(
        again,
        calls.map(({ text, tools }) => other.known(featuresOf(text, tools))),
      );
      assert.ok(again.filter((id) => id === null).length < 0.1 * calls.length);
    }
  });

  test('of planted prompts, few are taken for another or for several', () => {
    let [calls, mixed, split] = [0, 0, 0];
    for (let seed = 1000; seed < 1020; seed++) {
      const planted = plantPrompts(seed);
      const families = new Families();
      const pairs = planted.calls.map(({ prompt, text, tools, begins, at }) => ({
        prompt,
        id: families.promptOf({ features: featuresOf(text, tools), begins, at }),
      }));
      calls += pairs.length;
      for (const [, of] of Map.groupBy(pairs, ({ id }) => id))
        mixed += of.length - most(of, ({ prompt }) => prompt);
      for (const [, of] of Map.groupBy(pairs, ({ prompt }) => prompt))
        split += of.length - most(of, ({ id }) => id);
    }
    assert.ok(mixed < 0.05 * calls, `${mixed} of ${calls} in another prompt`);
    assert.ok(split < 0.08 * calls, `${split} of ${calls} apart`);
  });
});

function most<T>(values: readonly T[], by: (value: T) => unknown): number {
  return Math.max(...[...Map.groupBy(values, by).values()].map((all) => all.length));
}
