import type { Interaction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { Fact, FactGroup, Facts } from './fact.tsx';

/** The labels, each of which narrows the list to those that have it, too. */
export function LabelFacts({ interaction: { appId, labels } }: { interaction: Interaction }) {
  const entries = Object.entries(labels);
  if (entries.length === 0) return null;
  return (
    <FactGroup title="Labels">
      <Facts>
        {entries.map(([name, value]) => (
          <Fact key={name} name={name}>
            <Link
              from="/apps/$appId/interactions"
              to="/apps/$appId/interactions"
              params={{ appId }}
              search={(before) => ({ ...before, [`label.${name}`]: [value] })}
              title="Filter by this label"
              className="text-accent underline"
            >
              {value}
            </Link>
          </Fact>
        ))}
      </Facts>
    </FactGroup>
  );
}
