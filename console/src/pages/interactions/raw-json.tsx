import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Refusal, urlOf } from '../../api/call.ts';
import { askRaw } from '../../conversation/ask-raw.ts';
import { indentJson, readJsonSource } from '../../conversation/json-source.ts';
import { JsonTree } from '../../conversation/json-tree.tsx';
import { bytes } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';

/** The request and the response, as they were sent. */
export function RawJson({ id }: { id: string }) {
  const { data: text, error, refetch } = useQuery(askRaw(id));
  const node = useMemo(() => (text === undefined ? null : readJsonSource(text)), [text]);
  if (error instanceof Refusal && error.status === 404) {
    return <EmptyState title="Not kept">{error.message}</EmptyState>;
  }
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (text === undefined) return <SkeletonRows />;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <CopyButton text={indentJson(text) ?? text} />
        <a
          href={urlOf('/v1/interactions/:id/raw', { id })}
          download={`interaction-${id}.json`}
          className="inline-flex h-7 items-center rounded-md border border-line-strong bg-surface px-2 text-sm font-medium hover:bg-sunken"
        >
          Download
        </a>
        <span className="ml-auto text-sm text-ink-3">{bytes(new Blob([text]).size)}, as sent</span>
      </div>
      {node ? (
        <JsonTree node={node} />
      ) : (
        <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
      )}
    </div>
  );
}
