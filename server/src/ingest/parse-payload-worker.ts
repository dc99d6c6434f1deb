/** The worker thread that parses large payloads. It returns the bytes that it was given. */
import { answerQuestions } from '../threads/answer-questions.ts';
import { parsePayload } from './parse-payload.ts';
import type { ParsedInThread, ToParse } from './payload-parser.ts';

answerQuestions<ToParse, ParsedInThread>(
  ({ bytes, input }) => ({ bytes, parsed: parsePayload(Buffer.from(bytes), input) }),
  ({ bytes }) => [bytes],
);
