import type { JsonSchema } from '@parley/contract';
import { schemaAnchor } from './operations.ts';
import { Prose } from './prose.tsx';
import { type Field, limitsOf, membersOf, type TypePart, typeOf } from './schema-text.ts';

export const LINK = 'text-accent underline underline-offset-2';

export function TypeName({ schema }: { schema: JsonSchema }) {
  return typeOf(schema).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a type do not change.
    <TypePiece key={index} part={part} />
  ));
}

function TypePiece({ part }: { part: TypePart }) {
  if ('text' in part) return part.text;
  if ('literal' in part) return <code className="font-mono text-sm wrap-anywhere">{part.literal}</code>;
  return (
    <a href={`#${schemaAnchor(part.schema)}`} className={LINK}>
      {part.schema}
    </a>
  );
}

/** Fields with their types, limits and meanings. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map(({ name, schema, required, description = schema.description }) => (
        <li key={name} className="grid gap-x-4 py-2 sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)]">
          <div className="wrap-anywhere">
            <code className="font-mono text-sm font-medium">{name}</code>
            {required ? null : <span className="text-sm text-ink-3"> optional</span>}
          </div>
          <div className="min-w-0 wrap-anywhere">
            <span className="text-ink-2">
              <TypeName schema={schema} />
            </span>{' '}
            <span className="text-sm text-ink-3">
              <Prose text={limitsOf(schema)} />
            </span>
            {description ? (
              <p>
                <Prose text={description} />
              </p>
            ) : null}
          </div>
          <div className="min-w-0 border-l-2 border-line pl-3 empty:hidden sm:col-span-2">
            <Members schema={schema} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Members of a value that has no name of its own. */
export function Members({ schema }: { schema: JsonSchema }) {
  return membersOf(schema).map(({ description, fields }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the choices do not change.
    <div key={index} className="mt-2">
      {description ? (
        <p>
          <Prose text={description} />
        </p>
      ) : null}
      <FieldList fields={fields} />
    </div>
  ));
}
