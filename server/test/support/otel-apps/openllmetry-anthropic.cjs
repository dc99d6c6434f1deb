const { AnthropicInstrumentation } = require('@traceloop/instrumentation-anthropic');
const { withTelemetry } = require('./with-telemetry.cjs');

const tools = [
  {
    name: 'find_river',
    description: 'Finds the river of a city',
    input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
];

withTelemetry([new AnthropicInstrumentation()], async () => {
  const { Anthropic } = require('@anthropic-ai/sdk');
  const client = new Anthropic();
  const messages = [{ role: 'user', content: 'Which river flows through Dresden?' }];
  const call = await ask(client, messages, process.argv[2] === 'first');
  messages.push({ role: 'assistant', content: [call] });
  const result = { type: 'tool_result', tool_use_id: call.id, content: 'Elbe' };
  messages.push({ role: 'user', content: [result] });
  await ask(client, messages, process.argv[2] === 'second');
});

async function ask(client, messages, stream) {
  const request = {
    model: 'claude-3-5-haiku-20241022',
    max_tokens: 100,
    system: 'You know rivers.',
    messages,
    tools,
  };
  if (!stream) return (await client.messages.create(request)).content[0];
  let block;
  let input = '';
  for await (const event of await client.messages.create({ ...request, stream: true })) {
    if (event.type === 'content_block_start') block = event.content_block;
    if (event.type === 'content_block_delta') input += event.delta.partial_json ?? '';
  }
  return input === '' ? block : { ...block, input: JSON.parse(input) };
}
