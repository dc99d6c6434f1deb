/** The worker thread that parses large OTLP requests. It returns the bytes that it was given. */
import { answerQuestions } from '../../threads/answer-questions.ts';
import { parseTelemetry } from './parse-telemetry.ts';
import type { ParsedInThread, TelemetryToParse } from './telemetry-parser.ts';

answerQuestions<TelemetryToParse, ParsedInThread>(
  (question) => ({ bytes: question.bytes, parsed: pack(question) }),
  ({ bytes }) => [bytes],
);

function pack({ signal, bytes, encoding, limits, keepVectors }: TelemetryToParse): ParsedInThread['parsed'] {
  const parsed = parseTelemetry(signal, Buffer.from(bytes), encoding, limits, keepVectors);
  if ('refusal' in parsed) return parsed;
  const { portions, others } = parsed;
  return { portions: portions.map((portion) => JSON.stringify(portion)), others };
}
