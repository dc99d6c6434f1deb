import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callText } from '../../api/call.ts';
import { indentJson, readJsonSource } from '../../conversation/json-source.ts';
import { JsonTree } from '../../conversation/json-tree.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';

/** A rejected payload, as it was sent. */
export function RawPayload({ id }: { id: string }) {
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    queryKey: ['raw rejection', id],
    queryFn: ({ signal }) => callText('GET /v1/rejections/:id/raw', { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const node = useMemo(() => (text === undefined ? null : readJsonSource(text)), [text]);
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (text === undefined) return <SkeletonRows rows={4} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <CopyButton text={indentJson(text) ?? text} />
      {node ? (
        <JsonTree node={node} />
      ) : (
        <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
      )}
    </div>
  );
}
