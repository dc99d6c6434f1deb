const { OpenAIInstrumentation } = require('@traceloop/instrumentation-openai');
const { askOpenAi } = require('./ask-openai.cjs');
const { withTelemetry } = require('./with-telemetry.cjs');

withTelemetry([new OpenAIInstrumentation()], async () => {
  const { OpenAI } = require('openai');
  await askOpenAi(new OpenAI(), process.argv[2]);
});
