/** The Compose files: valid by the specification, and configured as the server requires. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Compose, readCompose, type Service } from './support/compose.ts';
import { readDockerfile } from './support/dockerfile.ts';
import { configFrom, secondsToStop } from './support/settings.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PASSWORDS = { POSTGRES_PASSWORD: 'a1', CLICKHOUSE_PASSWORD: 'b2' };
const image = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).at(-1);
assert.ok(image);

const one = readCompose(join(ROOT, 'compose.yaml'), {});
const several = readCompose(join(ROOT, 'compose.cluster.yaml'), PASSWORDS);

describe('every Compose file', () => {
  for (const [name, { services, volumes }] of Object.entries({ one, several })) {
    it(`mounts only files that exist (${name})`, () => {
      const sources = Object.values(services).flatMap((service) => service.volumes ?? []);
      for (const source of sources.map((volume) => volume.split(':')[0] ?? '')) {
        if (source.startsWith('./')) assert.ok(existsSync(join(ROOT, source)), source);
        else assert.ok(source in volumes, source);
      }
    });

    it(`gives Parley known settings, a volume and enough time to stop (${name})`, () => {
      for (const service of parleys({ services, volumes })) {
        const config = configFrom(service.environment ?? {});
        assert.equal(service.volumes?.length, 1);
        assert.ok(service.volumes[0]?.endsWith(`:${image.env.PARLEY_DATA}`));
        assert.ok(Number.parseInt(service.stop_grace_period ?? '', 10) >= secondsToStop(config));
        assert.deepEqual([service.read_only, service.tmpfs], [true, ['/tmp']]);
      }
    });
  }
});

describe('the Compose file of one node', () => {
  it('has one service, which publishes its port', () => {
    assert.deepEqual(Object.keys(one.services), ['parley']);
    const port = image.env.PARLEY_PORT;
    assert.deepEqual(one.services.parley?.ports, [`${port}:${port}`]);
    assert.equal(configFrom(one.services.parley?.environment ?? {}).clickhouse, null);
  });
});

describe('the Compose file of several nodes', () => {
  const [first, second] = parleys(several);
  const config = configFrom(first?.environment ?? {});
  const file = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');

  it('configures all nodes alike, each with its own journal', () => {
    assert.deepEqual(first?.environment, second?.environment);
    assert.notDeepEqual(first?.volumes, second?.volumes);
  });

  it('addresses the database and every ClickHouse server by service name', () => {
    const { postgres } = several.services;
    const database = new URL(config.databaseUrl ?? '');
    assert.equal(database.hostname, 'postgres');
    assert.equal(database.username, postgres?.environment?.POSTGRES_USER);
    assert.equal(database.password, postgres?.environment?.POSTGRES_PASSWORD);
    const servers = (config.clickhouse?.url ?? '').split(',').map((each) => new URL(each));
    assert.deepEqual(
      servers.map(({ hostname }) => hostname),
      clickhouses(several),
    );
    for (const { hostname, username, password } of servers) {
      const { environment = {} } = several.services[hostname] ?? {};
      assert.equal(username, environment.CLICKHOUSE_USER);
      assert.equal(password, environment.CLICKHOUSE_PASSWORD);
    }
  });

  it('defines a cluster whose replicas and Keepers are its services', () => {
    const xml = file('clickhouse/cluster.xml');
    assertWellFormed(xml);
    assert.ok(xml.includes(`<${config.clickhouse?.cluster}>`));
    assert.match(xml, /<internal_replication>true</);
    for (const [number, name] of clickhouses(several).entries()) {
      assert.ok(xml.includes(`<replica><host>${name}</host>`));
      assert.ok(xml.includes(`<node><host>${name}</host><port>9181</port>`));
      assert.ok(xml.includes(`<server><id>${number + 1}</id><hostname>${name}</hostname>`));
      const { environment } = several.services[name] ?? {};
      assert.deepEqual([environment?.SERVER, environment?.REPLICA], [number + 1, name]);
    }
    const taken = [...xml.matchAll(/from_env="(\w+)"/g)].map(([, name = '']) => name);
    for (const name of taken) assert.ok(name in (several.services['clickhouse-1']?.environment ?? {}), name);
  });

  it('limits the size of the ClickHouse logs', () => {
    const xml = file('clickhouse/system-logs.xml');
    assertWellFormed(xml);
    const logs = [...xml.matchAll(/<(\w+_log)\b(.*)/g)];
    assert.ok(logs.length > 10);
    for (const [, name, rest = ''] of logs) assert.match(rest, /remove="1"|INTERVAL \d DAY DELETE/, name);
  });

  it('has a proxy that polls /ready and removes a node before it stops', () => {
    const caddy = file('caddy/Caddyfile');
    for (const name of Object.keys(several.services).filter((each) => each.startsWith('parley')))
      assert.ok(caddy.includes(`${name}:${image.env.PARLEY_PORT}`), name);
    assert.match(caddy, /health_uri \/ready\?for=ingest\n/);
    const interval = Number(/health_interval (\d+)s/.exec(caddy)?.[1]);
    assert.ok(config.stopDelay > 2 * interval);
    assert.equal(config.trustProxy, 1);
  });
});

function parleys({ services }: Compose): Service[] {
  return Object.values(services).filter((service) => service.image === 'parley');
}

function clickhouses({ services }: Compose): string[] {
  return Object.keys(services).filter((name) => name.startsWith('clickhouse'));
}

/** Fails unless every tag is closed where it was opened. */
function assertWellFormed(xml: string): void {
  const open: string[] = [];
  for (const [, end, name = '', empty] of xml
    .replace(/<!--.*?-->/gs, '')
    .matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (end) assert.equal(open.pop(), name);
    else if (!empty) open.push(name);
  }
  assert.deepEqual(open, []);
}
