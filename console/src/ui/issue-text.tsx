import type { Issue } from '@parley/contract';
import { placeOf } from '../lib/issue-place.ts';

/** An issue of a payload: its path and message. */
export function IssueText({ issue }: { issue: Pick<Issue, 'path' | 'message'> }) {
  const place = placeOf(issue);
  return (
    <>
      {place === null ? null : <code className="font-mono text-sm text-ink-2">{place}</code>} {issue.message}
    </>
  );
}
