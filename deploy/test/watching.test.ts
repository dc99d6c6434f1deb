/** The dashboard and the alerts query only metrics that a server exposes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ERRORS } from '@parley/contract';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { NO_STORE, startServer } from '../../server/test/support/server-process.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';

/** Created by Prometheus itself. */
const BUILT_IN_METRICS = ['up'];

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
};
type Panel = { type: string; title: string; description?: string; targets?: { expr: string }[] };

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const rules: Rule[] = parse(read('prometheus/alerts.yaml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const panels: Panel[] = JSON.parse(read('grafana/parley.json')).panels.filter(
  ({ type }: Panel) => type !== 'row',
);
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
].map((expression) => expression.replaceAll('$__rate_interval', '5m'));

describe('the dashboard and the alerts', () => {
  let shown: Set<string>;

  before(async () => {
    const server = await startServer({
      data: await tempFolder(),
      clickhouseUrl: NO_STORE,
      env: { PARLEY_GRACE: '0' },
    });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    await server.stop();
    shown = new Set([...BUILT_IN_METRICS, ...namesIn(metrics)]);
  });

  it('have valid PromQL expressions', () => {
    for (const expression of expressions) assert.deepEqual(nodesOf(expression, '⚠'), [], expression);
    assert.notDeepEqual(nodesOf('rate(parley_stored_total[5m)', '⚠'), [], 'a syntax error is detected');
  });

  it('query no metric that a server does not expose', () => {
    const asked = expressions.flatMap((expression) => nodesOf(expression, 'Identifier'));
    assert.deepEqual(
      asked.filter((name) => !shown.has(name)),
      [],
    );
  });

  it('watch monitors and messages', () => {
    const own = [...shown].filter(
      (name) => /^parley_(monitor|deliver)/.test(name) && !/_(sum|count)$/.test(name),
    );
    // Prometheus asks a histogram by its buckets.
    const asked = new Set(expressions.flatMap((expression) => nodesOf(expression, 'Identifier')));
    assert.ok(own.length >= 8);
    assert.deepEqual(
      own.filter((name) => !asked.has(name) && !asked.has(`${name}_bucket`)),
      [],
    );
  });

  it('name only existing error codes', () => {
    for (const [, codes = ''] of expressions.join('\n').matchAll(/code[=!]~?"([^"]+)"/g))
      for (const code of codes.split('|')) assert.ok(code in ERRORS, code);
  });

  it('give each alert a severity and a remedy', () => {
    for (const { alert, labels, annotations } of rules) {
      assert.match(alert, /^Parley[A-Z]/);
      assert.match(labels.severity, /^(warning|critical)$/);
      assert.ok(annotations.summary.length > 10, alert);
      assert.match(annotations.description, /\.$/, alert);
    }
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  });

  it('describe every panel', () => {
    for (const { title, description } of panels) assert.match(description ?? '', /\.$/, title);
  });
});

/** A histogram exposes three names, every other metric one. */
function namesIn(metrics: string): string[] {
  return [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', kind]) =>
    kind === 'histogram' ? ['', '_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  );
}

/** The nodes of one kind in an expression; `⚠` marks what the parser cannot read. */
function nodesOf(expression: string, kind: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter({ name, from, to, node }) {
      const isMetric = kind !== 'Identifier' || node.parent?.name === 'VectorSelector';
      if (name === kind && isMetric) found.push(expression.slice(from, to));
    },
  });
  return found;
}
