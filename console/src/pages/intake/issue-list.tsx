import type { Issue } from '@parley/contract';

/** Why a payload was refused: where, and what is wrong there. */
export function IssueList({ issues, most = issues.length }: { issues: readonly Issue[]; most?: number }) {
  const left = issues.length - most;
  return (
    <ul className="flex flex-col gap-0.5">
      {issues.slice(0, most).map(({ path, code, message }) => (
        <li key={`${path} ${code} ${message}`} className="wrap-anywhere">
          {/* Most messages name the place themselves. */}
          {message.startsWith(path) ? null : <code className="font-mono text-sm text-ink-2">{path}</code>}{' '}
          {message}
        </li>
      ))}
      {left > 0 ? <li className="text-sm text-ink-3">and {left} more</li> : null}
    </ul>
  );
}
