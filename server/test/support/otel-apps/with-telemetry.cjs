// What an application does at its start, before it loads the libraries that are to be seen. Where telemetry goes
// is said by the environment alone.
const { NodeSDK } = require('@opentelemetry/sdk-node');
const { trace } = require('@opentelemetry/api');

/** Runs `work` in a span of its own, and prints the id of its trace when everything is sent. */
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
