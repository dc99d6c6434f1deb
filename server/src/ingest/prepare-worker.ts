/** The thread that reads large OTLP requests: bytes in, the same bytes and what is in them out. */

import { prepare } from '../otel/prepare.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { PreparedAside, ToPrepare } from './preparer.ts';

answerQuestions<ToPrepare, PreparedAside>(
  (question) => ({ bytes: question.bytes, prepared: pack(question) }),
  ({ bytes }) => [bytes],
);

function pack({ signal, bytes, encoding, limits, keepVectors }: ToPrepare): PreparedAside['prepared'] {
  const prepared = prepare(signal, Buffer.from(bytes), encoding, limits, keepVectors);
  if ('refusal' in prepared) return prepared;
  if ('tooMany' in prepared) return { refusal: 'There are too many records.', tooLarge: true };
  const { portions, others } = prepared;
  return { portions: portions.map((portion) => JSON.stringify(portion)), others };
}
