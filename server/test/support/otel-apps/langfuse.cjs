// A Langfuse application; only the host and the keys in its environment point to Parley.
const { NodeSDK } = require('@opentelemetry/sdk-node');
const { LangfuseSpanProcessor } = require('@langfuse/otel');
const { propagateAttributes, startActiveObservation, startObservation } = require('@langfuse/tracing');

const langfuse = new LangfuseSpanProcessor();
const sdk = new NodeSDK({ spanProcessors: [langfuse] });
sdk.start();

async function main() {
  const shared = {
    sessionId: 'rivers',
    userId: 'jane',
    tags: ['beta', 'customer support'],
    metadata: { region: 'eu' },
    traceName: 'support',
  };
  const traceId = await startActiveObservation('answer a question', (span) =>
    propagateAttributes(shared, () => {
      const generation = startObservation(
        'answer',
        {
          model: 'gpt-4o',
          modelParameters: { temperature: 0.5 },
          input: [
            { role: 'system', content: 'You know rivers.' },
            { role: 'user', content: 'Which river flows through Dresden?' },
          ],
        },
        { asType: 'generation' },
      );
      generation.update({
        output: { role: 'assistant', content: 'The Elbe.' },
        usageDetails: { input: 100, output: 20, total: 180, input_cached_tokens: 60 },
        costDetails: { input: 0.0003, output: 0.0002 },
        completionStartTime: new Date(),
      });
      generation.end();
      const other = startObservation(
        'answer again',
        { model: 'gpt-4o', input: 'And through Kyiv?' },
        { asType: 'generation' },
      );
      other.update({
        output: 'The Dnipro.',
        usageDetails: { promptTokens: 9, completionTokens: 4, totalTokens: 13 },
      });
      other.end();
      const embedding = startObservation(
        'embed',
        { model: 'text-embedding-3-small', input: ['The Elbe', 'The Dnipro'] },
        { asType: 'embedding' },
      );
      embedding.update({
        output: [
          [0.5, 0.25, -0.5],
          [0.125, 0.5, 0.25],
        ],
        usageDetails: { input: 6 },
        costDetails: { total: 0.00000012 },
      });
      embedding.end();
      startObservation('look it up', { input: { city: 'Dresden' } }, { asType: 'tool' }).end();
      return span.traceId;
    }),
  );
  await langfuse.forceFlush();
  await sdk.shutdown();
  process.stdout.write(traceId);
}

// A rejection ends the process with its stack trace and exit code 1.
void main();
