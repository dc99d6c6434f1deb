import type { OpenApi } from '@parley/contract';
import { baseOf, schemaAnchor } from './operations.ts';
import { Prose } from './prose.tsx';
import { fieldsOf } from './schema-text.ts';
import { FieldList, LINK, Members, TypeName } from './schema-view.tsx';

/** A schema of the document under its name. Members that it shares with another one are shown there. */
export function NamedSchema({ document, name }: { document: OpenApi; name: string }) {
  const { schemas } = document.components;
  const schema = schemas[name] ?? {};
  const base = baseOf(document, name);
  const inherited = schemas[base ?? '']?.properties ?? {};
  return (
    <article id={schemaAnchor(name)} aria-label={name} className="flex scroll-mt-4 flex-col gap-2 pt-4">
      <h3 className="font-semibold">
        <a href={`#${schemaAnchor(name)}`} className="hover:underline">
          {name}
        </a>
      </h3>
      {schema.description ? (
        <p>
          <Prose text={schema.description} />
        </p>
      ) : null}
      {base === undefined ? null : (
        <p>
          All members of{' '}
          <a href={`#${schemaAnchor(base)}`} className={LINK}>
            {base}
          </a>
          , and:
        </p>
      )}
      {schema.properties ? (
        <FieldList fields={fieldsOf(schema).filter((field) => !(field.name in inherited))} />
      ) : (
        <>
          <p className="text-ink-2">
            <TypeName schema={schema} />
          </p>
          <Members schema={schema} />
        </>
      )}
    </article>
  );
}
