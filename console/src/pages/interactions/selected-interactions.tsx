import { Link } from '@tanstack/react-router';
import { CopyKeys } from '../../lists/selection-bar.tsx';
import { timesOf } from '../../lists/times-of.ts';
import { ACTION, Button } from '../../ui/button.tsx';
import { ExportSelected } from './export-selected.tsx';
import type { Row } from './row.ts';

/** What can be done with selected interactions. */
export function SelectedInteractions({ appId, rows }: { appId: string; rows: readonly Row[] }) {
  const ids = rows.map(({ id }) => id);
  // The older one is the one before.
  const [a, b, ...others] = rows.toSorted((one, other) => one.requestedAt.localeCompare(other.requestedAt));
  return (
    <>
      {a && b && others.length === 0 ? (
        <Link
          to="/apps/$appId/interactions/compare"
          params={{ appId }}
          search={{ a: a.id, b: b.id }}
          className={ACTION}
        >
          Compare
        </Link>
      ) : (
        <Button small disabled title="Select two interactions to compare them">
          Compare
        </Button>
      )}
      <CopyKeys keys={ids} />
      <ExportSelected
        query={{ app: appId, ...timesOf(rows.map(({ requestedAt }) => requestedAt)), id: ids }}
        keys={ids}
      />
    </>
  );
}
