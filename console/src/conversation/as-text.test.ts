import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asCurl } from './as-curl.ts';
import { asMarkdown } from './as-markdown.ts';

const OPENAI = {
  format: 'openai',
  type: 'chat',
  provider: 'openai',
  model: 'm-1',
  requestedModel: 'm',
} as const;
const rawOf = (request: string) => `{"request":${request},"response":{}}`;

describe('a request as a command', () => {
  it('the command goes to the endpoint of the format, with the exact bytes sent', () => {
    const command = asCurl(
      OPENAI,
      rawOf(`{"model":"m","seed":12345678901234567890,"messages":[{"content":"It's"}]}`),
    );
    assert.equal(
      command,
      `curl "https://api.openai.com/v1/chat/completions" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
  "model": "m",
  "seed": 12345678901234567890,
  "messages": [
    {
      "content": "It'\\''s"
    }
  ]
}'`,
    );
  });

  const ENDPOINTS: [object, string, RegExp][] = [
    [{ type: 'response' }, '{}', /api\.openai\.com\/v1\/responses"/],
    [{ provider: 'azure' }, '{}', /openai\.azure\.com\/openai\/v1\/chat.*\n.*"api-key: \$API_KEY"/],
    [{ format: 'anthropic' }, '{}', /api\.anthropic\.com\/v1\/messages".*\n.*x-api-key: \$API_KEY/],
    [{ format: 'gemini' }, '{"model":"m"}', /models\/m:generateContent"(?![\s\S]*"model")/],
    [{ format: 'bedrock' }, '{"modelId":"m","messages":[]}', /model\/m\/converse"(?![\s\S]*modelId)/],
    [
      { format: 'bedrock' },
      '{"modelId":"m","body":"{\\"prompt\\":\\"p\\"}"}',
      /model\/m\/invoke"[\s\S]*"prompt": "p"/,
    ],
    [{ format: 'cohere' }, '{"messages":[]}', /api\.cohere\.com\/v2\/chat"/],
    [{ format: 'mistral' }, '{}', /api\.mistral\.ai\/v1\/chat\/completions"/],
    [{ format: 'perplexity' }, '{}', /api\.perplexity\.ai\/chat\/completions"/],
    [
      { format: 'ollama', type: 'generate' },
      '{}',
      /^curl "http:\/\/localhost:11434\/api\/generate" \\\n {2}-H "Content/,
    ],
    [{ format: 'universal' }, '{}', /^curl "\$API_URL"/],
  ];
  for (const [asked, request, expected] of ENDPOINTS) {
    it(`the endpoint is known: ${JSON.stringify(asked)} ${request}`, () => {
      assert.match(asCurl({ ...OPENAI, ...asked }, rawOf(request)) ?? '', expected);
    });
  }

  it('recorded keys are left out, and parameters with similar names are kept', () => {
    const request = {
      headers: { Authorization: 'Bearer sk-1' },
      extra_headers: { 'X-Custom': 'sk-2' },
      apiKey: 'sk-3',
      options: { 'x-api-key': 'sk-4', authorization: 'sk-5' },
      tools: [{ parameters: { properties: { api_key: { type: 'string' } } } }],
    };
    const command = asCurl(OPENAI, rawOf(JSON.stringify(request))) ?? '';
    assert.doesNotMatch(command, /sk-/);
    assert.match(command, /"api_key": \{/);
  });
});

describe('a conversation as Markdown', () => {
  it('it has roles, calls and results, in fences that cannot be closed by their content', () => {
    const text = asMarkdown({
      input: [
        { role: 'user', content: [{ type: 'text', text: 'What day is it?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', text: 'Hm.\nA tool.' },
            { type: 'tool_call', id: '1', name: 'date', arguments: '{"zone":"UTC"}' },
          ],
        },
        { role: 'tool', content: [{ type: 'tool_result', id: '1', name: null, text: '```\nMay\n```' }] },
      ],
      output: [],
      vectors: null,
      error: { type: null, code: null, message: 'Overloaded' },
    });
    assert.equal(
      text,
      [
        '## User\n\nWhat day is it?',
        '## Assistant\n\n> Hm.\n> A tool.',
        'Call of `date`:\n\n```json\n{\n  "zone": "UTC"\n}\n```',
        '## Tool\n\nResult:\n\n````\n```\nMay\n```\n````',
        '## Error\n\nOverloaded\n',
      ].join('\n\n'),
    );
  });
});
