import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { missingTexts } from './missing-texts.ts';

const NOW = Date.UTC(2026, 10, 17);
const FIXTURES = fileURLToPath(new URL('../../../server/test/fixtures/telemetry', import.meta.url));
const sent = { format: 'otel', version: 'ai', receivedAt: new Date(NOW).toISOString() } as const;

describe('an interaction without texts', () => {
  const settingOf = (version: string) =>
    /\w+/.exec(missingTexts({ ...sent, version }, undefined, NOW).set ?? '')?.[0];
  const variablesOf = (version: string) =>
    [...(missingTexts({ ...sent, version }, undefined, NOW).set ?? '').matchAll(/export (\w+)="(\w+)"/g)].map(
      ([, name, value]) => [name, value],
    );

  it('names the variable of the library that sent it', () => {
    const capture = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
    const inLogs = [
      [capture, 'true'],
      ['OTEL_LOGS_EXPORTER', 'otlp'],
    ];
    const inSpans = [
      ['OTEL_SEMCONV_STABILITY_OPT_IN', 'gen_ai_latest_experimental'],
      [capture, 'SPAN_ONLY'],
    ];
    for (const [version, expected] of [
      ['@opentelemetry/instrumentation-openai', inLogs],
      ['io.opentelemetry.openai-java-1.1', inLogs],
      ['opentelemetry.instrumentation.openai_v2', inSpans],
      ['opentelemetry.instrumentation.google_genai', inSpans],
      ['opentelemetry.instrumentation.openai.v1', [['TRACELOOP_TRACE_CONTENT', 'true']]],
      ['@traceloop/instrumentation-anthropic', [['TRACELOOP_TRACE_CONTENT', 'true']]],
      ['somebody', inSpans],
    ] as const)
      assert.deepEqual(variablesOf(version), expected, version);
    assert.equal(variablesOf('openinference.instrumentation.langchain')[0]?.[0], 'OPENINFERENCE_HIDE_INPUTS');
    assert.equal(settingOf('ai'), 'experimental_telemetry');
    assert.equal(settingOf('com.anthropic.claude_code.events'), undefined);
  });

  it('says something about every library that is known', () => {
    const scopes = readdirSync(FIXTURES).flatMap((name) =>
      [...readFileSync(`${FIXTURES}/${name}`, 'utf8').matchAll(/"scope": ?"([^"]+)"/g)].map(
        ([, scope]) => scope ?? '',
      ),
    );
    assert.ok(scopes.length > 20);
    for (const version of scopes) assert.match(missingTexts({ ...sent, version }, undefined, NOW).why, /\.$/);
  });

  it('names the setting of the application where that is the cause', () => {
    const why = (storeBodies: boolean, bodyRetentionDays: number | null, daysAgo: number) =>
      missingTexts(
        { ...sent, receivedAt: new Date(NOW - daysAgo * 86_400_000).toISOString() },
        { storeBodies, bodyRetentionDays },
        NOW,
      ).why;
    assert.match(why(false, null, 0), /stores numbers only/);
    assert.match(why(true, 7, 8), /deleted after 7 days/);
    assert.match(why(true, 7, 1), /Vercel/);
    assert.match(missingTexts({ ...sent, format: 'openai' }, undefined, NOW).why, /not kept/);
  });
});
