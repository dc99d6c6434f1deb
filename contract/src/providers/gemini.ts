import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { ANSWER, QUESTION } from './shared-guide.ts';

const LABEL = 'Google Gemini';

export const gemini = {
  label: LABEL,
  types: ['chat', 'generate', 'embedding'],
  provider: 'google',
  priceLists: ['google'],
  required: {
    conversation: 'in code',
    embedding: {
      request: { texts: ['contents'], lists: ['content', 'requests', 'instances'] },
      response: ['embedding', 'embeddings', 'predictions'],
    },
  },
} as const satisfies FormatDescriptor;

export const geminiCalls: FormatCalls<(typeof gemini.types)[number]> = {
  paths: [
    [
      /\/([^/:]+):(?:batchembedcontents|embedcontent)$/i,
      ([, name = '']) => ({ type: 'embedding', model: { member: 'model', name } }),
    ],
    [
      /\/publishers\/google\/models\/([^/:]*embedding[^/:]*):predict$/i,
      ([, name = '']) => ({ type: 'embedding', model: { member: 'model', name } }),
    ],
    [
      /\/([^/:]+):(stream)?generatecontent$/i,
      ([, name = '', stream]) => ({
        type: 'chat',
        model: { member: 'model', name },
        ...(stream && { streamed: true }),
      }),
    ],
  ],
};

export const geminiGuide: FormatGuide = {
  label: LABEL,
  endpoint: ({ model }) => ({
    url: `https://generativelanguage.googleapis.com/v1beta/models/${model}:generateContent`,
    headers: ['x-goog-api-key: $API_KEY'],
  }),
  modelInAddress: true,
  example: {
    type: 'chat',
    request: {
      model: 'gemini-2.5-flash',
      contents: [{ role: 'user', parts: [{ text: QUESTION }] }],
    },
    response: {
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text: ANSWER }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 4, totalTokenCount: 16 },
      modelVersion: 'gemini-2.5-flash',
      responseId: 'first',
    },
    node: 'await ai.models.generateContent(request)',
    python: 'client.models.generate_content(**request).to_json_dict()',
  },
  client: {
    imports: `import { GoogleGenAI } from '@google/genai';`,
    made: `const ai = new GoogleGenAI({
  apiKey: process.env.GEMINI_API_KEY,
  httpOptions: { fetch: parley.fetch },
});`,
    asks: `ai.models.generateContent({
  model: 'gemini-2.5-flash',
  contents: 'Name a river in Europe.',
})`,
  },
};
