import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Format } from '@parley/contract';
import { exchangeOf, FORMATS_AND_TYPES, type Json } from '../../test/support/payloads.ts';
import { Notes } from './notes.ts';
import { checkUpstreamFields } from './upstream-fields.ts';

type Change = { request?: Json; response?: Json };

/** Checks a valid exchange with some fields changed; `undefined` removes one. */
function check(format: Format, type: string, change: Change = {}) {
  const { request, response } = exchangeOf(format, type);
  const notes = new Notes();
  checkUpstreamFields(
    format,
    type,
    { ...request, ...change.request },
    { ...response, ...change.response },
    notes,
  );
  return {
    issues: notes.issues.map(({ path }) => path),
    warnings: notes.warnings.map(({ code }) => code),
    codes: [...new Set(notes.issues.map(({ code }) => code))],
  };
}

for (const { format, type } of FORMATS_AND_TYPES) {
  test(`a complete ${format} ${type} has no issues`, () => {
    assert.deepEqual(check(format, type), { issues: [], warnings: [], codes: [] });
  });
}

const REQUIRED: [Format, string, 'request' | 'response', string, string?][] = [
  ['gemini', 'chat', 'request', 'contents'],
  ['gemini', 'chat', 'request', 'model'],
  ['gemini', 'chat', 'response', 'candidates'],
  ['gemini', 'generate', 'request', 'contents'],
  ['gemini', 'generate', 'request', 'model'],
  ['gemini', 'generate', 'response', 'candidates'],
  ['bedrock', 'chat', 'request', 'modelId'],
  ['bedrock', 'chat', 'request', 'body'],
  ['bedrock', 'chat', 'response', 'body'],
  ['cohere', 'chat', 'request', 'message'],
  ['cohere', 'chat', 'response', 'text'],
  ['cohere', 'generate', 'request', 'message'],
  ['cohere', 'generate', 'response', 'generations'],
  ['anthropic', 'chat', 'request', 'messages'],
  ['anthropic', 'chat', 'response', 'content'],
  ['anthropic', 'completion', 'request', 'prompt', 'messages'],
  ['anthropic', 'completion', 'response', 'completion', 'content'],
  ['openai', 'chat', 'request', 'messages'],
  ['openai', 'chat', 'response', 'choices'],
  ['openai', 'completion', 'request', 'prompt'],
  ['openai', 'completion', 'response', 'choices'],
  ['openai', 'response', 'request', 'input'],
  ['openai', 'response', 'response', 'output'],
  ['openai', 'embedding', 'request', 'input'],
  ['openai', 'embedding', 'response', 'data'],
  ['mistral', 'embedding', 'request', 'input'],
  ['mistral', 'embedding', 'response', 'data'],
  ['cohere', 'embedding', 'request', 'texts'],
  ['cohere', 'embedding', 'response', 'embeddings'],
  ['cohere', 'rerank', 'request', 'query'],
  ['cohere', 'rerank', 'request', 'documents'],
  ['cohere', 'rerank', 'response', 'results'],
  ['gemini', 'embedding', 'request', 'model'],
  ['gemini', 'embedding', 'request', 'content'],
  ['gemini', 'embedding', 'response', 'embedding'],
  ['bedrock', 'embedding', 'request', 'body'],
  ['bedrock', 'rerank', 'response', 'body'],
  ['mistral', 'chat', 'request', 'messages'],
  ['mistral', 'chat', 'response', 'choices'],
  ['perplexity', 'chat', 'request', 'messages'],
  ['perplexity', 'chat', 'response', 'choices'],
];

/** Texts may be empty; names and ids may not. */
const TEXTS = new Set(['message', 'text', 'prompt', 'completion', 'input', 'query']);

for (const [format, type, side, field, reportedAs = field] of REQUIRED) {
  test(`a ${format} ${type} with a missing or invalid ${side}.${field} is refused`, () => {
    if (TEXTS.has(field)) assert.deepEqual(check(format, type, { [side]: { [field]: '' } }).issues, []);
    const empty = TEXTS.has(field) ? [] : [''];
    for (const wrong of [undefined, null, 7, true, ...empty]) {
      const { issues, codes } = check(format, type, { [side]: { [field]: wrong } });
      assert.deepEqual(issues, [`${side}.${reportedAs}`], `${field}: ${JSON.stringify(wrong)}`);
      assert.deepEqual(codes, ['required']);
    }
  });
}

test('all missing fields are reported at once', () => {
  const notes = new Notes();
  checkUpstreamFields('bedrock', 'chat', {}, {}, notes);
  assert.deepEqual(
    notes.issues.map(({ path }) => path),
    ['request.modelId', 'request.body', 'response.body'],
  );
});

test('the universal format requires nothing', () => {
  const notes = new Notes();
  checkUpstreamFields('universal', 'chat', {}, {}, notes);
  assert.deepEqual(notes.issues, []);
});

test('a blocked Gemini prompt, with feedback and without candidates, is valid', () => {
  const response = { candidates: undefined, promptFeedback: { blockReason: 'SAFETY' } };
  assert.deepEqual(check('gemini', 'chat', { response }).issues, []);
});

test('a Gemini response in the wrapper of the JavaScript SDK is valid', () => {
  const response = { candidates: undefined, response: { candidates: [] } };
  assert.deepEqual(check('gemini', 'chat', { response }).issues, []);
});

test('a Bedrock request may omit contentType and accept, which otherwise must be strings', () => {
  for (const field of ['contentType', 'accept']) {
    for (const absent of [undefined, null, ''])
      assert.deepEqual(check('bedrock', 'chat', { request: { [field]: absent } }), {
        issues: [],
        warnings: [],
        codes: [],
      });
    for (const wrong of [7, true, {}])
      assert.deepEqual(check('bedrock', 'chat', { request: { [field]: wrong } }).issues, [
        `request.${field}`,
      ]);
  }
});

test('a Bedrock body that is already parsed is accepted with a warning', () => {
  assert.deepEqual(check('bedrock', 'chat', { request: { body: { prompt: 'x' } } }), {
    issues: [],
    warnings: ['body_parsed'],
    codes: [],
  });
});

test('a Bedrock response that is a text is parsed as JSON, with a warning', () => {
  assert.deepEqual(check('bedrock', 'chat', { response: { body: '{"completion":"x"}' } }).warnings, [
    'body_text',
  ]);
});

test('the shape of an Anthropic exchange decides, not its type', () => {
  const prompt = exchangeOf('anthropic', 'completion');
  const notes = new Notes();
  checkUpstreamFields('anthropic', 'chat', prompt.request, prompt.response, notes);
  assert.deepEqual(notes.issues, []);
});

const CONVERSE = {
  request: {
    modelId: 'amazon.nova-lite-v1:0',
    messages: [{ role: 'user', content: [{ text: 'A river?' }] }],
  },
  response: { output: { message: { role: 'assistant', content: [{ text: 'The Elbe.' }] } } },
};

test('a Bedrock exchange without a body is a Converse call, which requires a model, messages and an output', () => {
  const issuesOf = (request: Json, response: Json) => {
    const notes = new Notes();
    checkUpstreamFields('bedrock', 'chat', request, response, notes);
    return notes.issues.map(({ path }) => path);
  };
  const { request, response } = CONVERSE;
  assert.deepEqual(issuesOf(request, response), []);
  assert.deepEqual(issuesOf({ modelId: 'arn:aws:…:prompt/P', promptVariables: {} }, response), []);
  assert.deepEqual(issuesOf({ ...request, modelId: '' }, response), ['request.modelId']);
  assert.deepEqual(issuesOf(request, {}), ['response.output']);
  assert.deepEqual(issuesOf(request, { message: 'The model is not there.' }), []);
});

test('a stream is valid in every format, even an empty one', () => {
  for (const { format, type } of FORMATS_AND_TYPES) {
    for (const response of [{ stream: '' }, { stream: 'data: {}\n\n' }, { stream: [] }, { chunks: [] }]) {
      const notes = new Notes();
      checkUpstreamFields(format, type, exchangeOf(format, type).request, response, notes);
      assert.deepEqual([notes.issues, notes.warnings], [[], []], `${format} ${type}`);
    }
  }
});

test('moderation, transcription, speech and images are refused by their shape, with an explanation', () => {
  const flagged = { id: 'modr-1', results: [{ flagged: true, categories: {}, category_scores: {} }] };
  const spoken = { task: 'transcribe', language: 'english', duration: 8.4, text: 'Hello', segments: [] };
  const refused: [Format, Json, Json, string][] = [
    ['openai', {}, { created: 1, data: [{ b64_json: 'AAAA' }] }, 'Images are'],
    ['openai', {}, { created: 1, data: [{ url: 'https://example.com/a.png' }] }, 'Images are'],
    ['bedrock', {}, { body: { images: ['AAAA'] } }, 'Images are'],
    ['bedrock', {}, { body: { artifacts: [{ base64: 'AAAA' }] } }, 'Images are'],
    ['gemini', {}, { predictions: [{ bytesBase64Encoded: 'AAAA' }] }, 'Images are'],
    ['openai', { input: 'Hello' }, flagged, 'Moderation is'],
    ['mistral', { input: 'Hello' }, { results: [{ category_scores: { pii: 0.1 } }] }, 'Moderation is'],
    ['universal', { input: 'Hello' }, flagged, 'Moderation is'],
    ['openai', { model: 'whisper-1' }, spoken, 'Transcription is'],
    ['openai', { model: 'whisper-1', file: 'a.mp3' }, { text: 'Hello' }, 'Transcription is'],
    ['openai', { model: 'tts-1', input: 'Hello', voice: 'alloy' }, {}, 'Speech is'],
  ];
  for (const [format, request, response, subject] of refused) {
    const notes = new Notes();
    checkUpstreamFields(format, 'chat', request, response, notes);
    const message = `${subject} not taken: only text from language models, embeddings and rankings are.`;
    assert.deepEqual(notes.issues, [{ path: 'response', code: 'not_text', message }]);
  }
});

test('a line of batch results is refused with an explanation of how to send it', () => {
  const openai = { status_code: 200, request_id: 'r-1', body: exchangeOf('openai', 'chat').response };
  const { response: message } = exchangeOf('anthropic', 'chat');
  const { response: output } = exchangeOf('bedrock', 'chat');
  const lines: [Format, Json, RegExp][] = [
    [
      'openai',
      { id: 'batch_req_1', custom_id: 'a', response: openai, error: null },
      /its `response\.body` as response/,
    ],
    ['openai', openai, /its `response\.body` as response/],
    ['mistral', { id: 'b-1', custom_id: 'a', response: openai }, /its `response\.body` as response/],
    [
      'anthropic',
      { custom_id: 'a', result: { type: 'succeeded', message } },
      /its `result\.message` as response/,
    ],
    ['bedrock', { recordId: 'a', modelInput: {}, modelOutput: output.body }, /its `modelOutput` as response/],
  ];
  for (const [format, response, advice] of lines) {
    const notes = new Notes();
    checkUpstreamFields(format, 'chat', exchangeOf(format, 'chat').request, response, notes);
    assert.deepEqual(
      notes.issues.map(({ path, code }) => `${path} ${code}`),
      ['response batch_line'],
    );
    assert.match(notes.issues[0]?.message ?? '', advice);
  }
});

test('an OpenAI response is accepted by its shape under type chat', () => {
  const { request, response } = exchangeOf('openai', 'response');
  const notes = new Notes();
  checkUpstreamFields('openai', 'chat', request, response, notes);
  assert.deepEqual(notes.issues, []);
});

test('the input of a response may be stored at the upstream', () => {
  for (const request of [{ prompt: { id: 'pmpt_1' } }, { previous_response_id: 'resp_0' }]) {
    assert.deepEqual(check('openai', 'response', { request: { input: undefined, ...request } }).issues, []);
  }
});

test('a response with an HTTP error status counts as an error, whatever its body', () => {
  const answer = { choices: undefined, errors: ['Oops'] };
  assert.deepEqual(check('openai', 'chat', { response: { ...answer, httpStatus: 500 } }).issues, []);
  for (const httpStatus of [undefined, 200, '500'])
    assert.deepEqual(check('openai', 'chat', { response: { ...answer, httpStatus } }).issues, [
      'response.choices',
    ]);
});

test("an upstream's error body is a valid response in every format", () => {
  const errors: Json[] = [
    { error: { message: 'overloaded', type: 'server_error' } },
    { error: 'quota exceeded' },
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    { object: 'error', message: 'Unauthorized' },
    { message: 'invalid api token' },
    { detail: [{ loc: ['body'], msg: 'field required' }] },
  ];
  for (const { format, type } of FORMATS_AND_TYPES) {
    for (const response of errors) {
      const notes = new Notes();
      checkUpstreamFields(format, type, exchangeOf(format, type).request, response, notes);
      assert.deepEqual(notes.issues, [], `${format} ${type} ${JSON.stringify(response)}`);
    }
  }
});
