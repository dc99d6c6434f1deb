import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFixtures, spanJson } from '../../../test/fixtures/telemetry.ts';
import { isObject, type Json } from '../../base/json.ts';
import { readCall } from '../call-bodies.ts';
import { otelExchange } from '../exchange/otel-exchange.ts';
import { withoutVectors } from './without-vectors.ts';

const embeddings = loadFixtures().filter(({ expect }) => expect.type === 'embedding');

function parsed(text: string | null): Json {
  const value: unknown = JSON.parse(text ?? '{}');
  return isObject(value) ? value : {};
}

function stripped(text: string | null, member: 'span' | 'logRecord'): Json {
  const kept = parsed(text);
  const record = kept[member];
  return isObject(record) ? { ...kept, [member]: withoutVectors(record) } : kept;
}

for (const { name, texts } of embeddings) {
  test(`${name} is read the same without its vectors, and contains none`, () => {
    const logs = texts.logs.map((log) => stripped(log, 'logRecord'));
    const span = stripped(texts.span, 'span');
    const before = readCall(parsed(texts.span), { logs: texts.logs.map(parsed) });
    const call = readCall(span, { logs });
    assert.ok(before && call);
    const { vectors, ...exchange } = otelExchange(call).exchange;
    const { vectors: sent, ...expected } = otelExchange(before).exchange;
    assert.deepEqual(exchange, expected);
    assert.deepEqual(vectors, sent && { ...sent, kept: false });
    // Numbers that occur in the vectors of the fixtures.
    assert.doesNotMatch(JSON.stringify([span, logs]), /0\.(5|25|125)\b/);
  });
}

function attributesWithout(attributes: Json): Json {
  const { attributes: left } = withoutVectors(spanJson({ attributes }));
  const values = Array.isArray(left) ? left.map(({ key, value }) => [key, value]) : [];
  return Object.fromEntries(values);
}

test('inputs, and spans without vectors, are unchanged', () => {
  const span = spanJson({
    attributes: {
      'input.value': '[1,2,3]',
      'gen_ai.prompt.0.content': [1, 2, 3],
      metadata: '{"sizes":[1,2]}',
      'embedding.invocation_parameters': '{"stop":[1]}',
      'gen_ai.usage.input_tokens': 3,
      'embedding.embeddings.0.embedding.text': '[0.5]',
    },
    events: [{ name: 'exception', attributes: { 'exception.message': 'no' } }],
  });
  assert.equal(withoutVectors(span), span);
});

test('vectors are found in JSON, in base64, in events, and in truncated attributes', () => {
  const base64 = Buffer.from(new Float32Array([0.5, 0.25, 0.125]).buffer).toString('base64');
  const left = attributesWithout({
    'output.value': `{"data":[{"embedding":"${base64}"},{"embedding":[0.5,0.25]}]}`,
    'somebody.vectors': [[0.5], [0.25]],
    'embedding.embeddings.0.embedding.vector': base64,
    'langfuse.observation.output': '{"data":[{"embedding":[0.5,0.2',
  });
  const length = (n: string) => ({
    kvlistValue: {
      values: [
        { key: 'dropped', value: { stringValue: 'vector' } },
        { key: 'length', value: { intValue: n } },
      ],
    },
  });
  assert.deepEqual(left, {
    'output.value': {
      stringValue:
        '{"data":[{"embedding":{"dropped":"vector","length":3}},{"embedding":{"dropped":"vector","length":2}}]}',
    },
    'somebody.vectors': { arrayValue: { values: [length('1'), length('1')] } },
    'embedding.embeddings.0.embedding.vector': length('3'),
    'langfuse.observation.output': { stringValue: '{"data":[{"embedding":[' },
  });
  const events = [{ name: 'gen_ai.choice', attributes: { vector: [0.5, 0.25] } }];
  assert.doesNotMatch(JSON.stringify(withoutVectors(spanJson({ events }))), /0\.5/);
});
