/** The thread that examines large payloads: bytes in, the same bytes and what they say out. */
import { answerQuestions } from '../threads/answer-questions.ts';
import { parsePayload } from './parse-payload.ts';
import type { ParsedInThread, ToParse } from './payload-parser.ts';

answerQuestions<ToParse, ParsedInThread>(
  ({ bytes, input }) => ({ bytes, parsed: parsePayload(Buffer.from(bytes), input) }),
  ({ bytes }) => [bytes],
);
