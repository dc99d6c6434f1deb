const { withTelemetry } = require('./with-telemetry.cjs');

withTelemetry([], async () => {
  const { generateText, jsonSchema, registerTelemetry, isStepCount, streamText, tool } = await import('ai');
  const { LegacyOpenTelemetry, OpenTelemetry } = await import('@ai-sdk/otel');
  const { createOpenAI } = await import('@ai-sdk/openai');
  const [, , streamed, names] = process.argv;
  const enrichSpan = ({ runtimeContext }) => {
    const { sessionId, userId } = Object(runtimeContext);
    return { 'gen_ai.conversation.id': sessionId, 'user.id': userId };
  };
  registerTelemetry(names === 'own' ? new LegacyOpenTelemetry() : new OpenTelemetry({ enrichSpan }));
  const question = {
    model: createOpenAI({ baseURL: process.env.OPENAI_BASE_URL }).chat('gpt-4o'),
    instructions: 'You know rivers.',
    prompt: 'Which river flows through Dresden?',
    tools: {
      find_river: tool({
        description: 'Finds the river of a city',
        inputSchema: jsonSchema({
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        }),
        execute: () => 'Elbe',
      }),
    },
    stopWhen: isStepCount(3),
    runtimeContext: { sessionId: 'rivers' },
    telemetry: { functionId: 'rivers', includeRuntimeContext: { sessionId: true } },
  };
  if (streamed === 'none') await generateText(question);
  else await streamText(question).consumeStream();
});
