import { ACTION, Button } from '../../ui/button.tsx';
import { ExportMenu } from './export-menu.tsx';

/** The server takes up to this many values of a filter. */
const MAX_EXPORTED = 100;

type Props = Pick<Parameters<typeof ExportMenu>[0], 'query' | 'what' | 'note'> & { keys: readonly string[] };

/** Exports the selected rows. */
export function ExportSelected({ query, keys, what = 'interactions', note }: Props) {
  if (keys.length > MAX_EXPORTED) {
    return (
      <Button small disabled title={`Select up to ${MAX_EXPORTED} to export them`}>
        Export
      </Button>
    );
  }
  return <ExportMenu query={query} what={what} note={note ?? `The selected ${what}.`} className={ACTION} />;
}
