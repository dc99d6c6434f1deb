const { withTelemetry } = require('./with-telemetry.cjs');

const LIBRARIES = {
  openinference: '@arizeai/openinference-instrumentation-openai',
  opentelemetry: '@opentelemetry/instrumentation-openai',
};
const { OpenAIInstrumentation } = require(LIBRARIES[process.argv[2]]);

withTelemetry([new OpenAIInstrumentation()], async () => {
  const { OpenAI } = require('openai');
  await new OpenAI().embeddings.create({
    model: 'text-embedding-3-small',
    input: ['The Elbe', 'The Dnipro'],
    encoding_format: 'float',
  });
});
