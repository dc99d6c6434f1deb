/**
 * Cost of a model-call span before it is appended, relative to `JSON.parse` of the same request: decoding it,
 * classifying it, and rendering the text that is kept; then the cost of reading that text again, as the drain
 * does. Spans of about 3 KB, 512 per request.
 */

import { parseFlags } from '../../server/src/base/flags.ts';
import { classify } from '../../server/src/otel/dialects/classify.ts';
import { otelExchange } from '../../server/src/otel/exchange/otel-exchange.ts';
import { callFacts } from '../../server/src/otel/facts/call-facts.ts';
import { gatherCall } from '../../server/src/otel/gather-call.ts';
import { recordText } from '../../server/src/otel/record-text.ts';
import type { Encoding } from '../../server/src/otel/wire/decode.ts';
import { decodeTraces } from '../../server/src/otel/wire/decode-traces.ts';
import { readSpan } from '../../server/src/otel/wire/read-span.ts';
import { jsonRequest, protobufRequest } from '../../server/test/fixtures/otlp-sample.ts';
import { spanJson } from '../../server/test/fixtures/telemetry.ts';

const SPANS = 512;
const ROUNDS = 60;
const TEXT = 'The quick brown fox jumps over the lazy dog, and says "so". '.repeat(20);

export function run(args: string[]): void {
  parseFlags({ args, options: {} });
  const spans = Array.from({ length: SPANS }, (_, at) => span(at));
  const json = Buffer.from(JSON.stringify(jsonRequest('traces', spans)));
  const protobuf = protobufRequest('traces', spans);
  const [kept = ''] = take(json, 'json').map(String);
  const us = {
    json_parse: fastest(() => JSON.parse(json.toString('utf8'))),
    json: fastest(() => take(json, 'json')),
    protobuf: fastest(() => take(protobuf, 'protobuf')),
    read_again: fastest(() => {
      for (let i = 0; i < SPANS; i++) derive(kept);
    }),
  };
  for (const [name, value] of Object.entries(us))
    console.log(`${name.padEnd(12)} ${value.toFixed(1)} µs a span`);
  console.log(JSON.stringify({ bench: 'otlp-decode', bytes_per_span: Math.round(json.length / SPANS), us }));
}

function take(bytes: Buffer, encoding: Encoding): Buffer[] {
  const texts: Buffer[] = [];
  const decoded = decodeTraces(bytes, encoding);
  if ('refusal' in decoded) throw new Error(decoded.refusal);
  for (const received of decoded) {
    if ('problem' in received) throw new Error(received.problem);
    if (classify(received.record) !== 'call') continue;
    const call = gatherCall([received.record]);
    if (call) callFacts(call, Date.now());
    texts.push(recordText('traces', encoding, received.slices));
  }
  return texts;
}

function derive(text: string): void {
  const span = readSpan(JSON.parse(text));
  const call = 'problem' in span ? null : gatherCall([span]);
  if (call) otelExchange(call);
}

/** The fastest of many rounds, in microseconds per span, since others use the machine as well. */
function fastest(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const started = process.hrtime.bigint();
    work();
    best = Math.min(best, Number(process.hrtime.bigint() - started));
  }
  return best / 1000 / SPANS;
}

function span(at: number): unknown {
  const said = (role: string) => JSON.stringify([{ role, parts: [{ type: 'text', content: TEXT }] }]);
  return spanJson({
    name: 'chat gpt-4o',
    spanId: (at + 1).toString(16).padStart(16, '0'),
    took: 1000,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.request.temperature': 0.7,
      'gen_ai.request.max_tokens': 512,
      'gen_ai.response.model': 'gpt-4o-2024-08-06',
      'gen_ai.response.id': `chatcmpl-${at}`,
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 120,
      'gen_ai.usage.output_tokens': 45,
      'server.address': 'api.openai.com',
      'server.port': 443,
      'gen_ai.input.messages': said('user'),
      'gen_ai.output.messages': said('assistant'),
    },
  });
}
