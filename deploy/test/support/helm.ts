/** Renders a Helm chart as `helm template` does, with the functions that ours uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { type Functions, isTrue, Templates } from './go-template.ts';

export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: Record<string, unknown>;
};
type Values = Record<string, unknown>;

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

/** Text of every file in the chart's `templates`, by name. */
export function renderChart(chart: string, name: string, values: Values = {}): Record<string, string> {
  const { version, appVersion, name: chartName } = parse(read(chart, 'Chart.yaml'));
  const templates = new Templates({
    ...FUNCTIONS,
    include: (what, dot) => templates.include(String(what), dot),
  });
  const dot = {
    Values: overlay(parse(read(chart, 'values.yaml')), values),
    Chart: { Name: chartName, Version: version, AppVersion: appVersion },
    Release: { Name: name, Namespace: 'default', Service: 'Helm' },
  };
  const files = readdirSync(join(chart, 'templates'))
    .sort()
    .map((file) => ({ file, nodes: templates.read(read(chart, 'templates', file)) }));
  return Object.fromEntries(
    files.map(({ file, nodes }) => [file, templates.render(nodes, { dot, root: dot, variables: {} })]),
  );
}

export function manifestsOf(rendered: Record<string, string>): Manifest[] {
  return Object.entries(rendered)
    .filter(([file]) => file.endsWith('.yaml'))
    .flatMap(([, text]) => parseAllDocuments(text))
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS();
    })
    .filter((manifest) => manifest !== null);
}

/** Merges given values into the chart's defaults, member by member. */
export function overlay(base: Values, given: Values): Values {
  const merged = Object.entries(given).map(([name, value]) => {
    const below = base[name];
    return [name, isMap(value) && isMap(below) ? overlay(below, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const FUNCTIONS: Functions = {
  and: (...all) => all.find((each) => !isTrue(each)) ?? all.at(-1),
  not: (value) => !isTrue(value),
  eq: (a, b) => a === b,
  gt: (a, b) => Number(a) > Number(b),
  int: (value) => Math.trunc(Number(value)),
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  hasKey: (map, key) => Object.hasOwn(Object(map), String(key)),
  quote: (value) => JSON.stringify(String(value)),
  printf: (format, ...values) => String(format).replace(/%s/g, () => String(values.shift())),
  trunc: (length, text) => String(text).slice(0, Number(length)),
  trimSuffix: (end, text) => String(text).replace(new RegExp(`${end}$`), ''),
  nindent: (spaces, text) => `\n${String(text).replace(/^/gm, ' '.repeat(Number(spaces)))}`,
  toYaml: (value) => stringify(value, { sortMapEntries: true, indentSeq: false }).trimEnd(),
  fail(why) {
    throw new Error(String(why));
  },
};
