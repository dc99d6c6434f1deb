import type { Interaction } from '@parley/contract';
import { Fact, FactGroup, Facts } from './fact.tsx';
import { LabelLink } from './label-link.tsx';

/** The labels; a click adds one to the filters of the list. */
export function LabelFacts({ interaction: { appId, labels } }: { interaction: Interaction }) {
  const entries = Object.entries(labels);
  if (entries.length === 0) return null;
  return (
    <FactGroup title="Labels">
      <Facts>
        {entries.map(([name, value]) => (
          <Fact key={name} name={name}>
            <LabelLink appId={appId} name={name} value={value}>
              {value}
            </LabelLink>
          </Fact>
        ))}
      </Facts>
    </FactGroup>
  );
}
