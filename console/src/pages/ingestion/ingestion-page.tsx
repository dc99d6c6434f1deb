import { getRouteApi, Link } from '@tanstack/react-router';
import { NoAccessPage } from '../../shell/no-access.tsx';
import { Page } from '../../shell/page.tsx';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { UnpricedModels } from '../settings/unpriced-models.tsx';
import { LedgerSection } from './ledger-section.tsx';
import { RejectionsSection } from './rejections-section.tsx';

const route = getRouteApi('/signed-in/apps/$appId/ingestion');

/** What became of all payloads: the ledger and the rejections. */
export function IngestionPage() {
  const { appId } = route.useParams();
  const me = useMe();
  const account = accountOf(me, appId);
  if (!account) return <NoAccessPage to="application" />;
  return (
    <Page title="Ingestion">
      <LedgerSection key={appId} appId={appId} />
      <RejectionsSection
        key={`rejections ${appId}`}
        appId={appId}
        mayReplay={mayIn(account, 'interactions:replay')}
      />
      <UnpricedModels
        appId={appId}
        aside={
          <Link
            to="/apps/$appId/settings/$section"
            params={{ appId, section: 'prices' }}
            className="text-sm text-accent hover:underline"
          >
            Prices
          </Link>
        }
      />
    </Page>
  );
}
