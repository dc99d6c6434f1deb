const { OpenAIInstrumentation } = require('@arizeai/openinference-instrumentation-openai');
const { setSession } = require('@arizeai/openinference-core');
const { context } = require('@opentelemetry/api');
const { askOpenAi } = require('./ask-openai.cjs');
const { withTelemetry } = require('./with-telemetry.cjs');

withTelemetry([new OpenAIInstrumentation()], async () => {
  const { OpenAI } = require('openai');
  const session = setSession(context.active(), { sessionId: 'rivers' });
  await context.with(session, () => askOpenAi(new OpenAI(), process.argv[2]));
});
