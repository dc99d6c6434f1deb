import type { IncomingHttpHeaders } from 'node:http';
import type { SentKeys } from '../../ingest/keys-in.ts';

/** The keys as `OTEL_EXPORTER_OTLP_HEADERS` can set them: in two headers, or as Basic authorization. */
export function keysInHeaders(headers: IncomingHttpHeaders): SentKeys {
  const appKey = headers['x-parley-app-key'];
  const apiKey = headers['x-parley-api-key'];
  if (appKey !== undefined || apiKey !== undefined) return { appKey, apiKey };
  const basic = /^Basic\s+([A-Za-z0-9+/_-]+=*)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
  const pair = basic === undefined ? '' : Buffer.from(basic, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon === -1
    ? { appKey: undefined, apiKey: undefined }
    : { appKey: pair.slice(0, colon), apiKey: pair.slice(colon + 1) };
}
