// Set-up of an application before it loads the instrumented libraries. Only the environment says where
// telemetry goes.
const { NodeSDK } = require('@opentelemetry/sdk-node');
const { trace } = require('@opentelemetry/api');

/** Runs `work` in a span and prints the trace id once everything is exported. */
exports.withTelemetry = async (instrumentations, work) => {
  const sdk = new NodeSDK({ instrumentations });
  sdk.start();
  const traceId = await trace.getTracer('app').startActiveSpan('answer a question', async (span) => {
    await work();
    span.end();
    return span.spanContext().traceId;
  });
  await sdk.shutdown();
  process.stdout.write(traceId);
};
