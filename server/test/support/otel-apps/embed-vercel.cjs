const { withTelemetry } = require('./with-telemetry.cjs');

withTelemetry([], async () => {
  const { embed, embedMany, registerTelemetry } = await import('ai');
  const { LegacyOpenTelemetry, OpenTelemetry } = await import('@ai-sdk/otel');
  const { createOpenAI } = await import('@ai-sdk/openai');
  const [, , names, many] = process.argv;
  registerTelemetry(names === 'own' ? new LegacyOpenTelemetry() : new OpenTelemetry({ embedding: true }));
  const model = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL }).embedding('text-embedding-3-small');
  if (many === 'many') await embedMany({ model, values: ['The Elbe', 'The Dnipro'] });
  else await embed({ model, value: 'The Elbe' });
});
