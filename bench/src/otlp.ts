/**
 * Model calls as telemetry relative to the same exchanges as payloads: how many are on disk per second, with
 * many per export. Afterwards the store must hold as many as were acknowledged.
 */

import { parseFlags } from '../../server/src/base/flags.ts';
import { jsonRequest, protobufRequest } from '../../server/test/fixtures/otlp-sample.ts';
import { spanJson } from '../../server/test/fixtures/telemetry.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { type Keys, payload } from './payload.ts';
import { cpuOf } from './processes.ts';
import { type Parley, startParley, warmUp } from './servers.ts';
import { type Load, load } from './wrk.ts';

const SPANS = 50;
/** Placeholder of the trace id, replaced for each export. */
const PLACE = 'abcdefghijklmnop';
const TRACE_ID = Buffer.from(PLACE).toString('hex');

type Way = Omit<Load, 'seconds'> & {
  /** Interactions per request. */
  each: number;
};

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({ args, options: { seconds: { type: 'string', default: '10' } } });
  const parley = await startParley();
  await warmUp(parley, JSON.stringify(payload(parley.keys, 1)));
  const found: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  for (const [name, way] of Object.entries(waysTo(parley))) {
    await load({ ...way, seconds: 2 });
    await parley.drained();
    found[name] = await measure(parley, way, Number(values.seconds));
    await parley.drained();
    console.log(name.padEnd(9), JSON.stringify(found[name]));
  }
  const acknowledged = await parley.metric('parley_acknowledged_total');
  const stored = await parley.metric('parley_stored_total');
  await parley.stop();
  const ratio = (name: string) => round((found[name]?.per_s ?? 0) / (found.track?.per_s ?? 0));
  console.log(
    JSON.stringify({
      bench: 'otlp',
      engine: engineName(),
      spans_per_export: SPANS,
      ...found,
      ratio: { protobuf: ratio('protobuf'), json: ratio('json') },
      acknowledged,
      stored,
    }),
  );
}

async function measure(parley: Parley, { each, ...way }: Way, seconds: number) {
  const [server = 0] = parley.processes();
  const before = cpuOf(server).all;
  const { perSecond, requests, errors, p99 } = await load({ ...way, seconds });
  const used = cpuOf(server).all - before;
  return {
    per_s: Math.round(perSecond * each),
    us: round(1e6 / (perSecond * each)),
    cpu_us: round(used / (requests * each)),
    p99_ms: round(p99),
    errors,
  };
}

function waysTo({ url, keys }: Parley): Record<'track' | 'protobuf' | 'json', Way> {
  const seeds = Array.from({ length: SPANS }, (_, i) => i + 1);
  const spans = seeds.map((seed) => spanOf(keys, seed));
  const headers = { 'x-parley-app-key': keys.appKey, 'x-parley-api-key': keys.apiKey };
  const otlp = { url: `${url}/v1/traces`, connections: 8, each: SPANS };
  return {
    track: {
      url: `${url}/track`,
      connections: 128,
      bodies: seeds.map((seed) => JSON.stringify(payload(keys, seed))),
      each: 1,
    },
    protobuf: {
      ...otlp,
      bodies: [protobufRequest('traces', spans)],
      headers: { ...headers, 'Content-Type': 'application/x-protobuf' },
      fresh: PLACE,
    },
    json: {
      ...otlp,
      bodies: [JSON.stringify(jsonRequest('traces', spans))],
      headers,
      fresh: TRACE_ID,
    },
  };
}

/** The exchange of the payload with this seed. */
function spanOf(keys: Keys, seed: number) {
  const { session, user, request, response } = payload(keys, seed);
  const said = (messages: readonly { role: string; content: string }[]) =>
    JSON.stringify(messages.map(({ role, content }) => ({ role, parts: [{ type: 'text', content }] })));
  const startedAt = Date.now();
  return spanJson({
    name: 'chat gpt-4o',
    traceId: TRACE_ID,
    spanId: seed.toString(16).padStart(16, '0'),
    startTimeUnixNano: `${startedAt}000000`,
    endTimeUnixNano: `${startedAt + 1000}000000`,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.conversation.id': session,
      'user.id': user.userId,
      'gen_ai.request.model': request.model,
      'gen_ai.request.temperature': request.temperature,
      'gen_ai.response.model': response.model,
      'gen_ai.response.id': response.id,
      'gen_ai.response.finish_reasons': response.choices.map((choice) => choice.finish_reason),
      'gen_ai.usage.input_tokens': response.usage.prompt_tokens,
      'gen_ai.usage.output_tokens': response.usage.completion_tokens,
      'gen_ai.input.messages': said(request.messages),
      'gen_ai.output.messages': said(response.choices.map(({ message }) => message)),
    },
  });
}
