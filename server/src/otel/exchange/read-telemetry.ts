/** Reads the bodies of an interaction that came as telemetry into what its record needs. */
import type { Format } from '@parley/contract';
import type { Json, ReadResponse } from '../../formats/index.ts';
import { NO_CALL, readCall } from '../call-bodies.ts';
import { formatOfProvider, providerOf } from '../facts/provider.ts';
import { statedCostOf } from '../facts/stated-cost.ts';
import { isRepeated } from '../repeat-notes.ts';
import { otelExchange } from './otel-exchange.ts';

export type ReadCall = ReadResponse & {
  provider: string | null;
  pricedAs: Format;
  /** The cost that the telemetry states, in USD. */
  statedCost: number | null;
};

export function readTelemetry(request: Json, response: Json): ReadCall {
  const call = readCall(request, response) ?? NO_CALL;
  const provider = providerOf(call.attributes);
  const { exchange, warnings } = otelExchange(call);
  // Where calls inside this one have its tokens, they also state the cost.
  const statedCost = isRepeated(call) ? null : statedCostOf(call.attributes);
  // A ranking that was returned is priced by searches, which are counted by its documents.
  const isRanked = exchange.output.some(({ content }) => content.some(({ type }) => type === 'ranked'));
  const answer = isRanked && !isRepeated(call) ? { results: [] } : {};
  return { exchange, warnings, response: answer, provider, pricedAs: formatOfProvider(provider), statedCost };
}
