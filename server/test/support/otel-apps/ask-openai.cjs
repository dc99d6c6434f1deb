const tools = [
  {
    type: 'function',
    function: {
      name: 'find_river',
      description: 'Finds the river of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
];

/** Asks, gets a tool call, and asks again with its result; the first or the second request is streamed. */
exports.askOpenAi = async (client, streamed) => {
  const messages = [
    { role: 'system', content: 'You know rivers.' },
    { role: 'user', content: 'Which river flows through Dresden?' },
  ];
  const { tool_calls } = await ask(client, messages, streamed === 'first');
  messages.push({ role: 'assistant', content: null, tool_calls });
  messages.push({ role: 'tool', tool_call_id: tool_calls[0].id, content: 'Elbe' });
  return ask(client, messages, streamed === 'second');
};

async function ask(client, messages, stream) {
  const request = { model: 'gpt-4o', messages, tools, temperature: 0 };
  if (!stream) return (await client.chat.completions.create(request)).choices[0].message;
  const options = { stream: true, stream_options: { include_usage: true } };
  const message = { content: '', tool_calls: [] };
  for await (const { choices } of await client.chat.completions.create({ ...request, ...options })) {
    const delta = choices[0]?.delta ?? {};
    message.content += delta.content ?? '';
    for (const { index, id, function: called } of delta.tool_calls ?? []) {
      message.tool_calls[index] ??= { id, type: 'function', function: { name: called.name, arguments: '' } };
      message.tool_calls[index].function.arguments += called.arguments;
    }
  }
  return message;
}
