import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  DATASET_FORMATS,
  DatasetManifest,
  type Interaction,
  type Message,
  type Part,
  type Score,
} from '@parley/contract';
import { loadFixtures } from '../../test/fixtures/formats.ts';
import { loadRecorded } from '../../test/recorded/load.ts';
import { headOf, recordOf } from '../../test/support/interactions.ts';
import { readExchange } from '../formats/index.ts';
import { toolsOffered } from '../record/prompt-parts.ts';
import { type DatasetItem, datasetFiles, lineOf } from './dataset.ts';
import { Inexpressible } from './example.ts';
import { functionTool } from './tools.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

function said(role: Message['role'], ...content: (Part | string)[]): Message {
  return {
    role,
    content: content.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
  };
}

function itemOf(
  parts: Partial<Interaction> & { scores?: Score[] },
  more: Partial<DatasetItem> = {},
): DatasetItem {
  const output = parts.output ?? [said('assistant', 'Paris.')];
  const outputText = (output[0]?.content ?? [])
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('');
  const record = {
    ...recordOf(headOf({ id: ID })),
    outcome: 'ok' as const,
    finishReason: 'stop' as const,
    input: [said('system', 'Be brief.'), said('user', 'The capital of France?')],
    output,
    outputText,
    texts: null,
    vectors: null,
    error: null,
    ...parts,
  };
  return { record, tools: [], earlier: [], notes: [], earlierTurns: 0, ...more };
}

function score(
  name: string,
  value: boolean,
  comment: string | null = null,
  at = '2026-01-01T00:00:00.000Z',
): Score {
  const common = {
    id: ID,
    appId: 'app',
    interaction: ID,
    author: null,
    source: 'user' as const,
    receivedAt: at,
  };
  return { ...common, name, value, comment, at };
}

function line(
  item: DatasetItem,
  format: (typeof DATASET_FORMATS)[number],
  per: 'interaction' | 'session' = 'interaction',
) {
  const made = lineOf(item, format, per);
  if (made instanceof Inexpressible) throw made;
  return JSON.parse(made.line);
}

function reason(item: DatasetItem, format: (typeof DATASET_FORMATS)[number]): string {
  const made = lineOf(item, format, 'interaction');
  return made instanceof Inexpressible
    ? `${made.reason}${made.detail ? `: ${made.detail}` : ''}`
    : 'no reason';
}

const WEATHER = { name: 'weather', description: 'Of a city', parameters: { type: 'object', properties: {} } };
const WITH_CALLS = itemOf(
  {
    input: [
      said('user', 'Rain in Rome and Oslo?'),
      said(
        'assistant',
        { type: 'tool_call', id: null, name: 'weather', arguments: '{"city":"Rome"}' },
        { type: 'tool_call', id: null, name: 'weather', arguments: '{"city":"Oslo"}' },
      ),
      said(
        'tool',
        { type: 'tool_result', id: null, name: 'weather', text: '{"rain":false}' },
        { type: 'tool_result', id: null, name: 'weather', text: 'snow' },
      ),
    ],
    output: [said('assistant', 'Rome is dry.')],
  },
  { tools: [WEATHER] },
);

describe('a line', () => {
  it('for OpenAI has messages, tools and weights', () => {
    assert.deepEqual(line(itemOf({}), 'openai'), {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'The capital of France?' },
        { role: 'assistant', content: 'Paris.' },
      ],
    });
    const { messages, tools } = line(WITH_CALLS, 'openai');
    const call = (id: string, city: string) => ({
      id,
      type: 'function',
      function: { name: 'weather', arguments: JSON.stringify({ city }) },
    });
    assert.deepEqual(messages.slice(1, 4), [
      { role: 'assistant', tool_calls: [call('call_1', 'Rome'), call('call_2', 'Oslo')], weight: 0 },
      { role: 'tool', tool_call_id: 'call_1', content: '{"rain":false}' },
      { role: 'tool', tool_call_id: 'call_2', content: 'snow' },
    ]);
    assert.deepEqual(messages[4], { role: 'assistant', content: 'Rome is dry.', weight: 1 });
    assert.deepEqual(tools, [{ type: 'function', function: WEATHER }]);
  });

  it('of a session trains on every answer but those with a thumbs-down', () => {
    const input = [
      said('user', 'a'),
      said('assistant', 'bad'),
      said('user', 'b'),
      said('assistant', 'good'),
      said('user', 'c'),
    ];
    const earlier = [
      { answer: 'bad', correction: null, disliked: true },
      { answer: 'good', correction: null, disliked: false },
    ];
    const weights = (per: 'interaction' | 'session', judged: DatasetItem['earlier']) =>
      line(itemOf({ input }, { earlier: judged }), 'openai', per)
        .messages.filter(({ role }: Message) => role === 'assistant')
        .map(({ weight }: { weight?: number }) => weight);
    assert.deepEqual(weights('session', earlier), [0, 1, 1]);
    assert.deepEqual(weights('session', []), [undefined, undefined, undefined]);
    assert.deepEqual(weights('interaction', []), [0, 0, 1]);
  });

  it('has corrections in place of answers, in the history as well', () => {
    const corrected = itemOf(
      {
        input: [said('user', 'a'), said('assistant', 'wrong'), said('user', 'b')],
        scores: [
          score('correction', true, 'old', '2026-01-01T00:00:00.000Z'),
          score('correction', true, 'Lyon.', '2026-01-02T00:00:00.000Z'),
          score('thumbs', false),
        ],
      },
      { earlier: [{ answer: 'wrong', correction: 'right', disliked: true }] },
    );
    const contents = line(corrected, 'openai', 'session').messages.map(
      ({ content }: { content: string }) => content,
    );
    assert.deepEqual(contents, ['a', 'right', 'b', 'Lyon.']);
    assert.deepEqual(line(corrected, 'preference'), {
      input: {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'right' },
          { role: 'user', content: 'b' },
        ],
      },
      preferred_output: [{ role: 'assistant', content: 'Lyon.' }],
      non_preferred_output: [{ role: 'assistant', content: 'Paris.' }],
    });
  });

  it('for Claude on Bedrock joins neighbours, and has no tools', () => {
    const input = [said('system', 'S'), said('system', 'T'), said('user', 'a'), said('user', 'b')];
    assert.deepEqual(line(itemOf({ input }), 'anthropic'), {
      system: 'S\n\nT',
      messages: [
        { role: 'user', content: 'a\n\nb' },
        { role: 'assistant', content: 'Paris.' },
      ],
    });
    assert.equal(reason(WITH_CALLS, 'anthropic'), 'tools');
  });

  it('for Gemini has calls and their results as parts', () => {
    const { contents, tools } = line(WITH_CALLS, 'gemini');
    assert.deepEqual(contents.slice(1), [
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'weather', args: { city: 'Rome' } } },
          { functionCall: { name: 'weather', args: { city: 'Oslo' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'weather', response: { rain: false } } },
          { functionResponse: { name: 'weather', response: { result: 'snow' } } },
        ],
      },
      { role: 'model', parts: [{ text: 'Rome is dry.' }] },
    ]);
    assert.deepEqual(tools, [{ functionDeclarations: [WEATHER] }]);
  });

  it('for ShareGPT and plain evaluations has what went in and came out', () => {
    assert.deepEqual(line(itemOf({}), 'sharegpt'), {
      conversations: [
        { from: 'human', value: 'The capital of France?' },
        { from: 'gpt', value: 'Paris.' },
      ],
      system: 'Be brief.',
    });
    const called = itemOf({
      output: [said('assistant', { type: 'tool_call', id: 'x', name: 'weather', arguments: '{}' })],
    });
    const { id, expected, expectedToolCalls } = line(called, 'plain');
    assert.deepEqual(
      { id, expected, expectedToolCalls },
      { id: ID, expected: '', expectedToolCalls: [{ name: 'weather', arguments: '{}' }] },
    );
    assert.equal(reason(WITH_CALLS, 'sharegpt'), 'parallel_calls');
  });

  it('is left out, with the reason, where it cannot be expressed', () => {
    const picture: Part = { type: 'media', kind: 'image', mimeType: 'image/png', url: null };
    const cases: [Parameters<typeof itemOf>[0], (typeof DATASET_FORMATS)[number], RegExp][] = [
      [
        { outcome: 'error', error: { type: null, code: null, message: 'overloaded' } },
        'openai',
        /^failed: overloaded$/,
      ],
      [{ texts: 3 }, 'openai', /^not_chat$/],
      [{ input: [], output: [] }, 'openai', /^no_texts$/],
      [{ output: [said('assistant', '  ')] }, 'openai', /^no_answer$/],
      [{ scores: [score('thumbs', false)] }, 'openai', /^disliked$/],
      [{ input: [said('user', picture)] }, 'openai', /^media: image without an address/],
      [{ input: [said('user', { ...picture, url: 'https://example.com/a.png' })] }, 'gemini', /^media/],
      [
        { input: [said('user', 'a', { type: 'other', name: 'web_search' })] },
        'plain',
        /^unknown_part: web_search$/,
      ],
      [{ input: [said('user', 'a'), said('system', 'b')] }, 'anthropic', /^system_in_between$/],
      [{ input: [said('assistant', 'Hello.'), said('user', 'a')] }, 'gemini', /^rules: /],
      [{}, 'preference', /^no_correction$/],
      [
        { output: [said('assistant', { type: 'tool_call', id: 'x', name: 'weather', arguments: '{"city' })] },
        'openai',
        /^rules: .*JSON text of an object/,
      ],
    ];
    for (const [parts, format, expected] of cases) assert.match(reason(itemOf(parts), format), expected);
  });
});

describe('a data set', () => {
  it('of real exchanges holds every text in lines that the providers take, or says why not', (t) => {
    const exchanges = [...loadFixtures(), ...loadRecorded()];
    const reasons = new Map<string, number>();
    let chats = 0;
    let expressed = 0;
    for (const { name, format, type, request, response } of exchanges) {
      const { exchange } = readExchange(format, type, request, response);
      const tools = toolsOffered(format, request)
        .map(functionTool)
        .filter((tool) => tool !== null);
      const item = itemOf(exchange, { tools });
      for (const as of DATASET_FORMATS) {
        const made = lineOf(item, as, 'interaction');
        if (exchange.outcome === 'ok' && as === 'openai') chats++;
        if (made instanceof Inexpressible) {
          if (exchange.outcome === 'ok' && as !== 'preference') {
            const why = `${as}: ${made.reason}${made.detail ? ` (${made.detail})` : ''}`;
            reasons.set(why, (reasons.get(why) ?? 0) + 1);
          }
          continue;
        }
        if (as === 'openai') expressed++;
        const texts = [...exchange.input, ...exchange.output.slice(0, 1)].flatMap(({ content }) =>
          content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
        );
        for (const text of texts) {
          const written = JSON.stringify(text.toWellFormed()).slice(1, -1);
          assert.ok(made.line.includes(written), `${name} as ${as} lacks ${written.slice(0, 80)}`);
        }
      }
    }
    for (const [why, count] of reasons) t.diagnostic(`${count} × ${why}`);
    t.diagnostic(`${expressed} of ${chats} answered exchanges as lines for OpenAI`);
    assert.ok(expressed > chats / 2, `${expressed} of ${chats}`);
  });

  it('has a manifest with the hash of every line, and what was left out', async () => {
    const items = [
      itemOf({}, { notes: ['history_missing'], earlierTurns: 2 }),
      itemOf({ outcome: 'error', error: { type: null, code: null, message: 'overloaded' } }),
      itemOf({
        scores: [score('correction', true, 'Lyon.')],
        output: [said('assistant', { type: 'thinking', text: 'Hm.' }, 'Paris.')],
      }),
    ];
    const filters = { model: ['gpt-4o'] };
    const files = new Map<string, string>();
    const made = datasetFiles(
      (async function* () {
        yield* items;
      })(),
      { format: 'openai', per: 'session', filters, madeBy: 'Parley' },
    );
    for await (const { name, bytes } of made)
      files.set(name, Buffer.concat(await Array.fromAsync(bytes)).toString());
    const written = (files.get('data.jsonl') ?? '').split('\n').filter(Boolean);
    const manifest = DatasetManifest.parse(JSON.parse(files.get('manifest.json') ?? ''));
    assert.deepEqual(
      manifest.lines.map(({ sha256 }) => sha256),
      written.map((text) => createHash('sha256').update(text).digest('hex')),
    );
    assert.deepEqual(manifest.counts, {
      interactions: 5,
      lines: 2,
      corrected: 1,
      earlierTurns: 2,
      leftOut: 1,
      leftOutBy: { failed: 1 },
      notes: { history_missing: 1, thinking: 1 },
    });
    assert.deepEqual(manifest.leftOut, [{ interaction: ID, reason: 'failed', detail: 'overloaded' }]);
    assert.deepEqual(manifest.warnings, ['OpenAI wants at least 10 lines; this file has 2.']);
    assert.deepEqual(manifest.filters, filters);
    assert.deepEqual(Object.keys(manifest.meanings), ['failed', 'thinking', 'history_missing']);
  });
});
