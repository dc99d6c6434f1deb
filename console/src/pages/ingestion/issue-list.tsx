import type { Issue } from '@parley/contract';
import { IssueText } from '../../ui/issue-text.tsx';

/** The issues of a rejected payload. */
export function IssueList({ issues, most = issues.length }: { issues: readonly Issue[]; most?: number }) {
  const left = issues.length - most;
  return (
    <ul className="flex flex-col gap-0.5">
      {issues.slice(0, most).map((issue) => (
        <li key={`${issue.path} ${issue.code} ${issue.message}`} className="wrap-anywhere">
          <IssueText issue={issue} />
        </li>
      ))}
      {left > 0 ? <li className="text-sm text-ink-3">and {left} more</li> : null}
    </ul>
  );
}
