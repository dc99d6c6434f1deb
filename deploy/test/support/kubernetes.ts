/** Checks manifests against Kubernetes: values by its schemas, unknown fields by its types. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as apps from 'kubernetes-models/apps/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import type { Manifest } from './helm.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

type Model = new (manifest: object) => { validate: () => void };
const MODELS: Record<string, Record<string, unknown>> = {
  v1: core,
  'apps/v1': apps,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

export function assertValid(manifests: Manifest[], folder: string): void {
  for (const manifest of manifests) {
    const model = MODELS[manifest.apiVersion]?.[manifest.kind] as Model | undefined;
    assert.ok(model, `no model for ${manifest.apiVersion} ${manifest.kind}`);
    new model(manifest).validate();
  }
  const file = join(folder, 'manifests.ts');
  writeFileSync(file, manifests.map(asTypeScript).join('\n'));
  const options = [
    '--noEmit',
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--skipLibCheck',
    '--strict',
    '--types',
    '',
  ];
  const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, file], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
}

/** A field that the type lacks is a compiler error. */
function asTypeScript(manifest: Manifest, number: number): string {
  const module = join(ROOT, 'node_modules/kubernetes-models', manifest.apiVersion, `${manifest.kind}.js`);
  const type = `import(${JSON.stringify(module)}).I${manifest.kind}`;
  return `export const manifest${number}: ${type} = ${JSON.stringify(manifest, null, 2)};`;
}
