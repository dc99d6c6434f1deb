/** Runs an application of `otel-apps/` as a user would: only its environment says where telemetry goes. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestServer } from './server-process.ts';

export type OtelApp = {
  app: string;
  args: readonly string[];
  protocol: 'http/protobuf' | 'http/json';
};

/** Returns the id of the trace that contains all of the application's calls. */
export async function runOtelApp(
  { app, args, protocol }: OtelApp,
  { url, keys: { appKey, apiKey } }: Pick<TestServer, 'url' | 'keys'>,
  standIn: string,
): Promise<string> {
  const file = fileURLToPath(new URL(`./otel-apps/${app}.cjs`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
    env: {
      PATH: process.env.PATH,
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-parley-app-key=${appKey},x-parley-api-key=${apiKey}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'otlp',
      OTEL_SERVICE_NAME: app,
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
      OPENAI_API_KEY: 'a key',
      OPENAI_BASE_URL: `${standIn}/v1`,
      ANTHROPIC_API_KEY: 'a key',
      ANTHROPIC_BASE_URL: standIn,
    },
  });
  return stdout.trim();
}
