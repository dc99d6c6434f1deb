import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, Part } from '@parley/contract';
import { bytesOf, typeOf } from './media-bytes.ts';
import { mediaIn, numberMedia } from './raw-media.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = btoa('RIFF\x24\0\0\0WAVEfmt ');
const image = { kind: 'image', bytes: PNG };
const audio = { kind: 'audio', bytes: WAV };
const user = (...content: unknown[]) => ({ request: { messages: [{ role: 'user', content }] } });

describe('images and audio in a request', () => {
  const SHAPES: [string, unknown, unknown[]][] = [
    [
      'OpenAI chat',
      user(
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        { type: 'input_audio', input_audio: { data: WAV, format: 'wav' } },
      ),
      [image, audio],
    ],
    [
      'OpenAI responses',
      { input: [{ content: [{ type: 'input_image', image_url: `data:image/png;base64,${PNG}` }] }] },
      [image],
    ],
    [
      'an answer of OpenAI',
      { response: { choices: [{ message: { role: 'assistant', audio: { data: WAV } } }] } },
      [audio],
    ],
    [
      'an image that OpenAI made',
      { response: { output: [{ type: 'image_generation_call', result: PNG }] } },
      [image],
    ],
    [
      'Anthropic',
      user({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }),
      [image],
    ],
    [
      'a result of a tool of Anthropic',
      user({ type: 'tool_result', content: [{ type: 'image', source: { type: 'base64', data: PNG } }] }),
      [image],
    ],
    [
      'Gemini',
      {
        contents: [
          {
            parts: [
              { inlineData: { mimeType: 'image/png', data: PNG } },
              { inline_data: { mime_type: 'audio/wav', data: WAV } },
            ],
          },
        ],
      },
      [image, audio],
    ],
    [
      'Converse',
      user(
        { image: { format: 'png', source: { bytes: PNG } } },
        { audio: { format: 'wav', source: { bytes: WAV } } },
      ),
      [image, audio],
    ],
    [
      'a body of Bedrock',
      {
        request: {
          body: JSON.stringify({ messages: [{ content: [{ type: 'image', source: { data: PNG } }] }] }),
        },
      },
      [image],
    ],
    [
      'OpenTelemetry',
      {
        attributes: [
          {
            value: {
              stringValue: JSON.stringify([{ parts: [{ type: 'blob', modality: 'image', content: PNG }] }]),
            },
          },
        ],
      },
      [image],
    ],
    [
      'Mistral',
      user(
        { type: 'image_url', image_url: `data:image/png;base64,${PNG}` },
        { type: 'input_audio', input_audio: WAV },
      ),
      [image, audio],
    ],
  ];
  for (const [format, raw, expected] of SHAPES) {
    it(`media is found: ${format}`, () => assert.deepEqual(mediaIn(raw), expected));
  }

  it('files referenced by id are listed, and those referenced by address are not', () => {
    const raw = user(
      { type: 'input_image', file_id: 'file-1' },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
      { type: 'image', source: { type: 'file', file_id: 'file-2' } },
      { fileData: { fileUri: 'https://example.com/a.png', mimeType: 'image/png' } },
    );
    assert.deepEqual(mediaIn(raw), [
      { kind: 'image', bytes: undefined },
      { kind: 'image', bytes: undefined },
    ]);
  });

  it('media is numbered in the conversation in the order of the request', () => {
    const media = (kind: 'image' | 'audio' | 'document', url: string | null): Part => ({
      type: 'media',
      kind,
      mimeType: null,
      url,
    });
    const messages: Message[] = [
      {
        role: 'user',
        content: [media('document', null), media('image', null), media('image', 'https://a.example')],
      },
      { role: 'assistant', content: [media('audio', null)] },
    ];
    assert.deepEqual(
      [...numberMedia(messages)],
      [
        ['0.1', 0],
        ['1.0', 1],
      ],
    );
  });
});

describe('the type of media bytes', () => {
  const type = (written: unknown) => {
    const bytes = bytesOf(written);
    return bytes && typeOf(bytes);
  };

  it('it is detected from the first bytes, whatever their encoding', () => {
    assert.equal(type(PNG), 'image/png');
    assert.equal(type(WAV), 'audio/wav');
    const numbers = [0xff, 0xd8, 0xff, 0xe0];
    for (const written of [numbers, { type: 'Buffer', data: numbers }, { ...numbers }]) {
      assert.equal(type(written), 'image/jpeg');
    }
    assert.equal(type('_9j_4A=='), 'image/jpeg');
  });

  it('it is null for types that are not shown', () => {
    assert.equal(type(btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')), null);
    for (const written of ['', 'no base64!', undefined, [], [300], { a: 'b' }])
      assert.equal(type(written), null);
  });
});
