/** A kept model call as the record has it. */
import type { Format } from '@parley/contract';
import type { Json, ReadResponse } from '../../formats/index.ts';
import { formatOfProvider, providerOf } from '../facts/provider.ts';
import { keptCall, NO_CALL } from '../kept.ts';
import { otelExchange } from './otel-exchange.ts';

export type ReadCall = ReadResponse & { provider: string | null; pricedAs: Format };

export function readTelemetry(request: Json, response: Json): ReadCall {
  const call = keptCall(request, response) ?? NO_CALL;
  const provider = providerOf(call.attributes);
  const { exchange, warnings } = otelExchange(call);
  return { exchange, warnings, response: {}, provider, pricedAs: formatOfProvider(provider) };
}
