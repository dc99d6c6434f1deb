/** The Helm chart: valid for Kubernetes, and configured as the server requires. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { IStatefulSet } from 'kubernetes-models/apps/v1';
import type { IService } from 'kubernetes-models/v1';
import { parse } from 'yaml';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { readDockerfile } from './support/dockerfile.ts';
import { type Manifest, manifestsOf, overlay, renderChart } from './support/helm.ts';
import { assertValid } from './support/kubernetes.ts';
import { configFrom, secondsToStop } from './support/settings.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHART = join(ROOT, 'deploy/helm/parley');
const image = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).at(-1);
assert.ok(image);

/** Contents of the Secrets that the values below refer to. */
const SECRETS: Record<string, string> = {
  'clickhouse-url': 'http://parley:a@clickhouse:8123/parley',
  'database-url': 'postgres://parley:a@postgres:5432/parley',
};
const SEVERAL = {
  replicas: 3,
  settings: { PARLEY_PUBLIC_URL: 'https://log.example.com', PARLEY_TRUST_PROXY: 1 },
  secretSettings: {
    PARLEY_CLICKHOUSE_URL: { name: 'parley-stores', key: 'clickhouse-url' },
    PARLEY_DATABASE_URL: { name: 'parley-stores', key: 'database-url' },
  },
  persistence: { storageClass: 'fast' },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'log-tls', annotations: { 'example.com/a': 'b' } },
  imagePullSecrets: [{ name: 'registry' }],
  podAnnotations: { 'prometheus.io/scrape': 'true' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname' }],
    },
  },
};

const one = manifestsOf(renderChart(CHART, 'parley'));
const several = manifestsOf(renderChart(CHART, 'log', SEVERAL));

describe('the Helm chart', () => {
  it('renders manifests that Kubernetes accepts', async () => {
    assert.deepEqual(kinds(one), ['Service', 'Service', 'StatefulSet']);
    assert.deepEqual(kinds(several), ['Ingress', 'PodDisruptionBudget', 'Service', 'Service', 'StatefulSet']);
    assertValid([...one, ...several], await tempFolder());
  });

  it('is validated strictly: a field unknown to Kubernetes is an error', async () => {
    const [first] = one;
    const wrong = [{ ...(first as Manifest), spec: { ...first?.spec, selectr: {} } }];
    const folder = await tempFolder();
    assert.throws(() => assertValid(wrong, folder), /selectr/);
  });

  for (const [name, manifests] of Object.entries({ one, several })) {
    const { metadata, spec } = find<IStatefulSet>(manifests, 'StatefulSet');
    const pod = spec?.template.spec;
    const container = pod?.containers[0];
    const env = container?.env ?? [];

    it(`gives Parley known settings (${name})`, () => {
      const set = env.map(({ name: variable, value, valueFrom }): [string, string] => [
        variable,
        value ?? SECRETS[valueFrom?.secretKeyRef?.key ?? ''] ?? '',
      ]);
      const config = configFrom(Object.fromEntries(set));
      assert.equal(config.clickhouse !== null, name === 'several');
      assert.ok((pod?.terminationGracePeriodSeconds ?? 0) >= secondsToStop(config));
      assert.ok(config.stopDelay >= 2 * (container?.readinessProbe?.periodSeconds ?? 0));
      const mounted = container?.volumeMounts?.find(({ name: volume }) => volume === 'data')?.mountPath;
      assert.ok(config.data.startsWith(`${mounted}/`));
      assert.deepEqual(image.volumes, [mounted]);
    });

    it(`probes /health and /ready on the port of the image (${name})`, () => {
      const [port] = container?.ports ?? [];
      assert.equal(String(port?.containerPort), image.env.PARLEY_PORT);
      const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
      const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
      assert.deepEqual(
        asked.map((get) => [get?.path, get?.port]),
        [
          ['/health', port?.name],
          ['/health', port?.name],
          ['/ready?for=ingest', port?.name],
        ],
      );
    });

    it(`runs as the user of the image on a read-only root (${name})`, () => {
      const { runAsUser, runAsGroup, runAsNonRoot, fsGroup } = pod?.securityContext ?? {};
      assert.equal(`${runAsUser}:${runAsGroup}`, image.user);
      assert.deepEqual([runAsNonRoot, fsGroup], [true, runAsGroup]);
      assert.equal(container?.securityContext?.readOnlyRootFilesystem, true);
      assert.deepEqual(
        container?.volumeMounts?.map(({ mountPath }) => mountPath),
        ['/data', '/tmp'],
      );
    });

    it(`gives every node its own volume, which outlives the pod (${name})`, () => {
      assert.deepEqual(
        spec?.volumeClaimTemplates?.map((claim) => claim.metadata?.name),
        ['data'],
      );
      assert.equal(spec?.persistentVolumeClaimRetentionPolicy?.whenDeleted, 'Retain');
    });

    it(`selects the pods by their labels and ports (${name})`, () => {
      const labels = spec?.template.metadata?.labels ?? {};
      const services = manifests.filter(({ kind }) => kind === 'Service') as IService[];
      for (const { spec: service } of services) {
        assert.deepEqual({ ...labels, ...service?.selector }, labels);
        assert.equal(service?.ports?.[0]?.targetPort, container?.ports?.[0]?.name);
      }
      assert.deepEqual({ ...labels, ...spec?.selector.matchLabels }, labels);
      assert.ok(services.some((service) => service.metadata?.name === spec?.serviceName));
      assert.ok(services.some((service) => service.metadata?.name === metadata?.name));
    });

    it(`needs no image but Parley's (${name})`, () => {
      assert.equal(pod?.containers.length, 1);
      assert.equal(pod?.initContainers, undefined);
      assert.equal(container?.image, `parley:${version()}`);
    });
  }

  it('has a schema that accepts its values and rejects a misspelled name', () => {
    const validate = new Ajv().compile(JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')));
    const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
    const takes = (values: Record<string, unknown>) => validate(overlay(defaults, values));
    for (const values of [{}, SEVERAL]) assert.ok(takes(values), JSON.stringify(validate.errors));
    assert.ok(!takes({ replica: 3 }));
    assert.ok(!takes({ settings: { PARLY_SIGNUP: 'open' } }));
    assert.ok(!takes({ secretSettings: { PARLEY_SECRET: { name: 'a', keys: 'b' } } }));
    assert.ok(!takes({ persistence: { size: '20Gi', class: 'fast' } }));
  });

  it('refuses several nodes without a shared database and store', () => {
    assert.throws(
      () => renderChart(CHART, 'parley', { replicas: 2 }),
      /PARLEY_DATABASE_URL in secretSettings/,
    );
  });

  it('keeps names short enough for the suffixes that Kubernetes adds', () => {
    const names = manifestsOf(renderChart(CHART, 'a-'.repeat(26))).map(({ metadata }) => metadata.name);
    for (const name of names) assert.match(name, /^[a-z0-9][a-z0-9-]{0,60}[a-z0-9]$/);
  });

  it('prints how to open the console', () => {
    assert.match(
      renderChart(CHART, 'log')['NOTES.txt'] ?? '',
      /port-forward service\/log-parley 4780:4780\n/,
    );
  });
});

function kinds(manifests: Manifest[]): string[] {
  return manifests.map(({ kind }) => kind).sort();
}

function find<T>(manifests: Manifest[], kind: string): T {
  const found: unknown = manifests.find((manifest) => manifest.kind === kind);
  return found as T;
}

function version(): string {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
}
