import { MethodName } from './operation-view.tsx';
import { groupAnchor, type OperationGroup } from './operations.ts';

const GROUP = 'block py-1 font-semibold hover:underline';

/** Links to every operation, by group. */
export function ReferenceNav({ groups }: { groups: readonly OperationGroup[] }) {
  return (
    <nav aria-label="Operations" className="flex flex-col gap-3">
      {groups.map(({ name, operations }) => (
        <section key={name} aria-label={name}>
          <a href={`#${groupAnchor(name)}`} className={GROUP}>
            {name}
          </a>
          <ul>
            {operations.map(({ path, method, operation: { operationId, summary } }) => (
              <li key={operationId}>
                <a
                  href={`#${operationId}`}
                  title={summary}
                  className="grid grid-cols-[3.25rem_minmax(0,1fr)] rounded-md px-1 py-0.5 font-mono text-xs text-ink-2 wrap-anywhere hover:bg-sunken hover:text-ink"
                >
                  <MethodName method={method} />
                  {path}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <a href="#errors" className={GROUP}>
        Errors
      </a>
      <a href="#schemas" className={GROUP}>
        Schemas
      </a>
    </nav>
  );
}
