import { Link } from '@tanstack/react-router';
import { AlertLink } from '../../charts/alert-link.tsx';
import { CopyKeys } from '../../lists/selection-bar.tsx';
import { listQuery, type View } from '../../state/view.ts';
import { ACTION } from '../../ui/button.tsx';
import { ExportSelected } from '../interactions/export-selected.tsx';
import { type ErrorGroup, viewOfAll } from './use-error-groups.ts';

type Props = { appId: string; view: View; chosen: readonly ErrorGroup[]; all: readonly ErrorGroup[] };

/** What can be done with selected errors: their messages copied, their interactions shown or exported. */
export function SelectedErrors({ appId, view, chosen, all }: Props) {
  const search = viewOfAll(view, chosen, all);
  const messages = chosen.flatMap(({ message }) => message ?? []);
  return (
    <>
      <CopyKeys keys={messages} what={messages.length === 1 ? 'message' : 'messages'} />
      {search ? (
        <>
          <Link to="/apps/$appId/interactions" params={{ appId }} search={search} className={ACTION}>
            Show interactions
          </Link>
          <AlertLink measure="errors" view={search} words />
          <ExportSelected
            query={listQuery(appId, search)}
            keys={messages}
            note="All interactions with the selected errors, in this range."
          />
        </>
      ) : null}
    </>
  );
}
