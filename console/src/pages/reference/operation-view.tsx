import type { MediaTypes, OpenApi, Operation, Parameter } from '@parley/contract';
import { CodeBlock } from '../../ui/copy.tsx';
import { curlOf } from './curl.ts';
import { type DescribedOperation, errorAnchor, errorsOf, nameOf, resolveResponse } from './operations.ts';
import { Prose } from './prose.tsx';
import type { Field } from './schema-text.ts';
import { FieldList, LINK, Members } from './schema-view.tsx';

/** Answers with more members than this are folded. */
const MAX_UNFOLDED_MEMBERS = 8;

const PARAMETERS: readonly (readonly [Parameter['in'], string])[] = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
];

export function MethodName({ method }: { method: string }) {
  const colour = method === 'get' ? 'text-good' : 'text-accent-strong';
  return <span className={`font-mono text-xs font-semibold ${colour}`}>{method.toUpperCase()}</span>;
}

type Props = { document: OpenApi; described: DescribedOperation };

export function OperationView({ document, described }: Props) {
  const { path, method, operation } = described;
  const answer = operation.responses[200];
  return (
    <article
      id={operation.operationId}
      aria-label={`${method.toUpperCase()} ${path}`}
      className="flex scroll-mt-4 flex-col gap-2 border-t border-line pt-5"
    >
      <h3 className="font-mono wrap-anywhere">
        <a href={`#${operation.operationId}`} className="hover:underline">
          <MethodName method={method} /> {path}
        </a>
      </h3>
      <p className="font-medium">
        <Prose text={operation.summary} />
      </p>
      <div className="grid gap-x-6 gap-y-3 2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-3">
          {operation.description ? (
            <p>
              <Prose text={operation.description} />
            </p>
          ) : null}
          <p className="text-ink-2">
            <Prose text={accessOf(operation)} />
          </p>
          {PARAMETERS.map(([place, title]) => (
            <Parameters key={place} title={title} fields={parametersIn(operation, place)} />
          ))}
          {operation.requestBody ? (
            <Body document={document} title="Body" content={operation.requestBody.content} />
          ) : null}
          <Body
            document={document}
            title="Answer"
            content={(answer && resolveResponse(document, answer).content) ?? {}}
          />
          <h4 className="font-semibold">Errors</h4>
          <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
            {errorsOf(operation).map(({ status, code }) => (
              <a key={code} href={`#${errorAnchor(code)}`} className={LINK}>
                {status} <code className="font-mono">{code}</code>
              </a>
            ))}
          </p>
        </div>
        <div className="min-w-0">
          <CodeBlock captioned label="curl" text={curlOf(document, described, window.location.origin)} />
        </div>
      </div>
    </article>
  );
}

/** Who may call an operation, and with what. */
function accessOf({ security, tags }: Operation): string {
  const [scheme] = security.flatMap((schemes) => Object.entries(schemes));
  if (!scheme) return tags[0] === 'Ingest' ? 'Takes the keys in the payload.' : 'Public.';
  const [name, scopes] = scheme;
  if (name === 'appKey')
    return 'Takes the application key and the API key in headers, or as user and password of `Authorization: Basic`.';
  if (name !== 'readToken') return 'For people who are signed in.';
  return `Takes a token with the scope ${scopes.map((scope) => `\`${scope}\``).join(' ')}, or a signed-in person.`;
}

function parametersIn({ parameters = [] }: Operation, place: Parameter['in']): Field[] {
  return parameters.filter((parameter) => parameter.in === place);
}

function Parameters({ title, fields }: { title: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h4 className="font-semibold">{title}</h4>
      <FieldList fields={fields} />
    </>
  );
}

type BodyProps = { document: OpenApi; title: 'Body' | 'Answer'; content: MediaTypes };

/** Bodies to send are always shown; long answers are folded. */
function Body({ document, title, content }: BodyProps) {
  const [schema = {}] = Object.values(content).map((media) => media.schema);
  const name = schema.$ref === undefined ? undefined : nameOf(schema.$ref);
  const named = name === undefined ? schema : (document.components.schemas[name] ?? {});
  const members = Object.keys(named.properties ?? {}).length;
  const open = title === 'Body' || members <= MAX_UNFOLDED_MEMBERS;
  return (
    <>
      <h4 className="font-semibold">
        {title} <span className="text-sm font-normal text-ink-3">{Object.keys(content).join(', ')}</span>
      </h4>
      {name === undefined ? (
        <Members schema={schema} />
      ) : (
        <details open={open}>
          <summary>
            {name}
            {open ? null : <span className="text-sm text-ink-3"> {members} members</span>}
          </summary>
          <Members schema={named} />
        </details>
      )}
    </>
  );
}
