/** Writes the parts of docs/api.md that derive from the contract; with `--check`, fails where they differ. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  describeField,
  FIELDS,
  type Field,
  type FieldName,
  InteractionFilters,
  type RangeField,
  rangeFilters,
} from '../contract/src/index.ts';
import { INTERACTION_COLUMNS } from '../server/src/export/interaction-columns.ts';
import { readFlags } from './read-flags.ts';

const { check } = readFlags({ check: { type: 'boolean' } });

const DOCUMENT = fileURLToPath(new URL('../docs/api.md', import.meta.url));

/** By the name in their markers: `<!-- NAME -->` above, `<!-- /NAME -->` below. */
const PARTS: Record<string, string> = {
  fields: fieldTable(),
  'export-columns': `${INTERACTION_COLUMNS.map(({ name }) => `\`${name}\``).join(', ')}.`,
};

const before = readFileSync(DOCUMENT, 'utf8');
let after = before;
for (const [name, text] of Object.entries(PARTS)) {
  const part = new RegExp(`(<!-- ${name} -->\n).*?(\n<!-- /${name} -->)`, 's');
  if (!part.test(after)) throw new Error(`docs/api.md has no markers for ${name}`);
  after = after.replace(part, (_, start, end) => `${start}\n${text}\n${end}`);
}
if (after !== before && check) {
  console.error('docs/api.md differs from the contract: run "npm run docs"');
  process.exit(1);
}
if (after !== before) writeFileSync(DOCUMENT, after);

function fieldTable(): string {
  const rows = Object.entries<Field>(FIELDS).flatMap(([name, field]) => {
    if (!field.filter && !field.range && !field.dimension) return [];
    const cells = [
      `\`${name}\``,
      filtersOf(name as FieldName)
        .map((filter) => `\`${filter}\``)
        .join(', '),
      field.dimension ? 'yes' : '',
      field.sort ? 'yes' : '',
      describeField(field),
    ];
    return [`| ${cells.join(' | ')} |`];
  });
  return ['| field | filters | dimension | sorts the list | |', '|---|---|---|---|---|', ...rows].join('\n');
}

function filtersOf(name: FieldName): string[] {
  if (isRange(name)) return Object.values(rangeFilters(name));
  return [name, `not.${name}`].filter((filter) => Object.hasOwn(InteractionFilters.shape, filter));
}

function isRange(name: FieldName): name is RangeField {
  return 'range' in FIELDS[name];
}
