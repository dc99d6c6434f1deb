import type { Warning } from '@parley/contract';

/** The warnings of an interaction. */
export function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <section aria-label="Warnings" className="rounded-md border border-warn/40 bg-warn-soft px-3 py-2">
      <h3 className="font-medium text-warn">
        {warnings.length === 1 ? 'A warning' : `${warnings.length} warnings`}
      </h3>
      <ul className="flex flex-col gap-1 pt-1 text-sm">
        {warnings.map(({ path, code, message }) => (
          <li key={`${path} ${code} ${message}`} className="wrap-break-word">
            <code className="font-mono">{code}</code>
            {path ? (
              <>
                {' '}
                at <code className="font-mono">{path}</code>
              </>
            ) : null}
            : {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
