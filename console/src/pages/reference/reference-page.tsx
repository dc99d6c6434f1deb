/** The API reference: the OpenAPI document as a page to read, filter and copy from. Nobody has to be signed in. */
import type { OpenApi } from '@parley/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useEffect } from 'react';
import { SearchBox } from '../../filters/search-box.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { NamedSchema } from './named-schema.tsx';
import { OperationView } from './operation-view.tsx';
import { allErrors, errorAnchor, filterGroups, groupAnchor, groupsOf } from './operations.ts';
import { Prose } from './prose.tsx';
import { ReferenceNav } from './reference-nav.tsx';
import { LINK, TypeName } from './schema-view.tsx';
import { useHashTarget } from './use-hash-target.ts';
import { useOpenApi } from './use-openapi.ts';

const GROUP = 'flex scroll-mt-4 flex-col gap-5 border-t border-line pt-6';

export function ReferencePage() {
  const { data, error, isPending, refetch } = useOpenApi();
  const { q: filter = '' } = useSearch({ from: '/docs' });
  const navigate = useNavigate();
  const showAll = useCallback(
    (hash: string) => void navigate({ to: '/docs', search: {}, hash, replace: true }),
    [navigate],
  );
  useEffect(() => {
    document.title = 'API reference · Parley';
  }, []);
  useHashTarget(data !== undefined, showAll);
  // Rendering all operations takes longer than a key press.
  const shownFilter = useDeferredValue(filter);
  const groups = data ? filterGroups(groupsOf(data), shownFilter) : [];
  return (
    <div className="mx-auto grid max-w-[1900px] lg:grid-cols-[20rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-raised focus:p-2"
      >
        Skip to content
      </a>
      <header className="flex flex-col gap-3 border-line p-4 lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r">
        <a href="/" className="flex items-center gap-2 text-lg font-semibold">
          <img src="/icon.svg" alt="" width="22" height="22" />
          Parley
        </a>
        <a href="/" className={LINK}>
          ← Back to the console
        </a>
        <ThemeSwitch />
        <div className="flex">
          <SearchBox
            q={filter}
            onSearch={(q) => void navigate({ to: '/docs', search: q === '' ? {} : { q }, replace: true })}
            label="Filter operations"
            live
          />
        </div>
        <div className="hidden lg:block">{data ? <ReferenceNav groups={groups} /> : null}</div>
      </header>
      <main id="content" className="flex min-w-0 flex-col gap-6 px-4 py-5 sm:px-6">
        <h1 className="text-xl font-semibold">
          API reference {data ? <span className="font-normal text-ink-3">{data.info.version}</span> : null}
        </h1>
        {isPending ? <SkeletonRows /> : null}
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {data ? (
          <>
            <Introduction document={data} />
            {groups.length === 0 ? <EmptyState title="No matches">Try fewer words.</EmptyState> : null}
            {groups.map(({ name, description, operations }) => (
              <section key={name} id={groupAnchor(name)} aria-label={name} className={GROUP}>
                <h2 className="text-lg font-semibold">{name}</h2>
                <p>
                  <Prose text={description} />
                </p>
                {operations.map((described) => (
                  <OperationView
                    key={described.operation.operationId}
                    document={data}
                    described={described}
                  />
                ))}
              </section>
            ))}
            {shownFilter === '' ? <Appendix document={data} /> : null}
          </>
        ) : null}
      </main>
    </div>
  );
}

function Introduction({ document }: { document: OpenApi }) {
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      {document.info.description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <Prose text={paragraph} />
        </p>
      ))}
      <p>
        <a href="/openapi.json" className={LINK}>
          openapi.json
        </a>{' '}
        has the same for machines, as OpenAPI {document.openapi}.
      </p>
    </div>
  );
}

/** Errors and schemas, which operations link to. */
function Appendix({ document }: { document: OpenApi }) {
  return (
    <>
      <section id="errors" aria-label="Errors" className={GROUP}>
        <h2 className="text-lg font-semibold">Errors</h2>
        <p>
          The body of every error is <TypeName schema={{ $ref: '#/components/schemas/ErrorBody' }} />; in
          OpenTelemetry’s protocol, <TypeName schema={{ $ref: '#/components/schemas/OtlpStatus' }} />.
        </p>
        <ul className="divide-y divide-line border-y border-line">
          {allErrors(document).map(({ status, code, description }) => (
            <li
              key={code}
              id={errorAnchor(code)}
              className="grid scroll-mt-4 gap-x-4 py-2 sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)]"
            >
              <span className="wrap-anywhere">
                {status} <code className="font-mono text-sm">{code}</code>
              </span>
              <span>
                <Prose text={description} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section id="schemas" aria-label="Schemas" className={GROUP}>
        <h2 className="text-lg font-semibold">Schemas</h2>
        {Object.keys(document.components.schemas).map((name) => (
          <NamedSchema key={name} document={document} name={name} />
        ))}
      </section>
    </>
  );
}
