import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange, FORMATS, isWordless, typesOf } from '@parley/contract';
import { loadTwins, serverSentEvents, type Twin } from '../../../test/fixtures/stream-twins.ts';
import type { Json } from '../format.ts';
import { readExchange } from '../index.ts';

const twins = loadTwins();

/** All forms in which a client may log the same stream. */
function waysOf(twin: Twin): Record<string, Json> {
  const { chunks } = twin;
  const text = serverSentEvents(twin);
  const named = chunks.map((chunk) => `event: ${chunk.type}\nid: 1\ndata:${JSON.stringify(chunk)}\n\n`);
  const lines = chunks.map((chunk) => JSON.stringify(chunk));
  const spread = chunks.map((chunk) => JSON.stringify(chunk, null, 1).replace(/^/gm, 'data: '));
  return {
    chunks: { chunks },
    'chunks under stream': { stream: chunks },
    'events as text': { stream: text },
    'carriage returns': { stream: serverSentEvents(twin, '\r\n') },
    'old line ends': { stream: serverSentEvents(twin, '\r') },
    'names, comments and no spaces': { stream: `: hello\nretry: 5\n\n${named.join(': still here\n\n')}` },
    'data over several lines': { stream: spread.join('\n\n') },
    'lost blank lines': { stream: text.replaceAll('\n\n', '\n') },
    'no end of the last line': { stream: text.trimEnd() },
    'a byte order mark': { stream: `\ufeff${text}` },
    'JSON lines': { stream: `${lines.join('\n')}\n` },
    'one array': { stream: `[${lines.join(',\n')}\n]` },
    'an array over many lines': { stream: JSON.stringify(chunks, null, 2) },
    'objects over many lines': { stream: chunks.map((chunk) => JSON.stringify(chunk, null, 2)).join('\n') },
    'chunks of text': { chunks: text.split(/(?<=\n\n)/) },
    'chunks of lines': { chunks: lines },
    'chunks with text inside': { chunks: lines.map((data, index) => ({ event: chunks[index]?.type, data })) },
    'chunks with data inside': { chunks: chunks.map((data) => ({ data })) },
  };
}

for (const twin of twins) {
  test(`the stream of ${twin.name} is read like its unstreamed twin`, () => {
    const { name, format, type, request, response } = twin;
    const expected = readExchange(format, type, request, response);
    assert.deepEqual(expected.warnings, [], name);
    for (const [way, sent] of Object.entries(waysOf(twin))) {
      const read = readExchange(format, type, request, sent);
      assert.deepEqual(read.exchange, Exchange.parse(expected.exchange), way);
      assert.deepEqual(read.warnings, [], way);
    }
  });
}

test('every format and type with output has a stream fixture', () => {
  for (const format of FORMATS) {
    for (const type of typesOf(format).filter((each) => !isWordless(each))) {
      assert.ok(
        twins.some((twin) => twin.format === format && twin.type === type),
        `${format} ${type}`,
      );
    }
  }
});

test('fields beside a stream are kept', () => {
  for (const { name, format, type, request, chunks } of twins) {
    if (format !== 'bedrock') continue;
    const { exchange } = readExchange(format, type, request, { chunks, requestId: 'q-7' });
    assert.ok(exchange.upstreamId !== null, name);
  }
});

test('reading a stream does not modify it', () => {
  for (const { name, format, type, request, chunks } of twins) {
    const before = JSON.stringify([request, chunks]);
    readExchange(format, type, request, { chunks });
    assert.equal(JSON.stringify([request, chunks]), before, name);
  }
});
