/**
 * Service tiers other than on-demand: batch, flex, priority, provisioned capacity, latency-optimised. The
 * price list has none of them.
 */
import { at, type Json } from './json.ts';

/** Tier names that mean the list price. */
const ON_DEMAND: ReadonlySet<string> = new Set([
  'auto',
  'default',
  'standard',
  'standard_only',
  'on_demand',
  'unspecified',
  'service_tier_unspecified',
  'traffic_type_unspecified',
]);

type Served = { provider: string | null; request: Json; response: Json };

/**
 * The upstream's name of the tier; null for on-demand. The used tier takes precedence over the requested one.
 */
export function tierOf({ provider, request, response }: Served): string | null {
  const { usage } = response;
  const google = response.usageMetadata ?? response.usage_metadata;
  const tier =
    special(
      response.service_tier ??
        at(usage, 'service_tier') ??
        at(response.serviceTier, 'type') ??
        at(google, 'serviceTier') ??
        at(google, 'trafficType') ??
        at(google, 'traffic_type') ??
        request.service_tier ??
        at(request.serviceTier, 'type') ??
        request.serviceTier,
    ) ??
    special(at(response.performanceConfig ?? request.performanceConfig, 'latency')) ??
    special(at(usage, 'speed'));
  // Groq charges the same for flex.
  return provider === 'groq' && tier === 'flex' ? null : tier;
}

function special(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const tier = value.toLowerCase();
  return ON_DEMAND.has(tier) ? null : tier.slice(0, 64);
}
