/** The thread that examines large payloads: bytes in, the same bytes and what they say out. */
import { answerQuestions } from '../answer-questions.ts';
import { examine } from './examine.ts';
import type { ExaminedAside, ToExamine } from './examiner.ts';

answerQuestions<ToExamine, ExaminedAside>(
  ({ bytes, input }) => ({ bytes, examined: examine(Buffer.from(bytes), input) }),
  ({ bytes }) => [bytes],
);
