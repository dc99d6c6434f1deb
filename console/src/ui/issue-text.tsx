import type { Issue } from '@parley/contract';
import { placeOf } from '../lib/issue-place.ts';

/** Where in a payload something is wrong, and what. */
export function IssueText({ issue }: { issue: Pick<Issue, 'path' | 'message'> }) {
  const place = placeOf(issue);
  return (
    <>
      {place === null ? null : <code className="font-mono text-sm text-ink-2">{place}</code>} {issue.message}
    </>
  );
}
