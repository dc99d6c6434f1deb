import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NoAccess, NoAccessPage } from '../../shell/no-access.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { Page } from '../../shell/page.tsx';
import type { SectionPermission } from '../../state/least-roles.ts';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { Badge } from '../../ui/badge.tsx';
import { SECTION_LINK, SectionNav } from '../../ui/section-nav.tsx';
import { DataSection } from './data-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { PricesSection } from './prices-section.tsx';
import type { SettingsProps } from './settings-props.ts';
import { TokensSection } from './tokens-section.tsx';

const route = getRouteApi('/signed-in/apps/$appId/settings/$section');

type Section = { title: string; needs?: SectionPermission; show: (props: SettingsProps) => ReactNode };

const SECTIONS: Record<string, Section> = {
  general: { title: 'General', show: (props) => <GeneralSection {...props} /> },
  keys: { title: 'API keys', needs: 'keys:manage', show: (props) => <KeysSection {...props} /> },
  tokens: { title: 'Read tokens', needs: 'keys:manage', show: (props) => <TokensSection {...props} /> },
  prices: { title: 'Prices', show: (props) => <PricesSection {...props} /> },
  data: { title: 'Data', show: (props) => <DataSection {...props} /> },
};

export function SettingsPage() {
  const { appId, section } = route.useParams();
  const me = useMe();
  const application = me.applications.find(({ id }) => id === appId);
  const account = accountOf(me, appId);
  if (!application || !account) return <NoAccessPage to="application" />;
  const shown = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined;
  if (!shown) return <NotFoundPage />;
  const mayOpen = ({ needs }: Section) => needs === undefined || mayIn(account, needs);
  const open = Object.entries(SECTIONS).filter(([, one]) => mayOpen(one));
  return (
    <Page
      title={`${application.name} settings`}
      aside={application.archivedAt === null ? null : <Badge tone="warn">Archived</Badge>}
    >
      <SectionNav label="Settings">
        {open.map(([name, { title }]) => (
          <Link
            key={name}
            to="/apps/$appId/settings/$section"
            params={{ appId, section: name }}
            className={SECTION_LINK}
          >
            {title}
          </Link>
        ))}
      </SectionNav>
      <div key={`${appId} ${section}`} className="flex flex-col gap-4">
        {shown.needs === undefined || mayOpen(shown) ? (
          shown.show({ application, account })
        ) : (
          <NoAccess to={shown.title} account={account} needs={shown.needs} />
        )}
      </div>
    </Page>
  );
}
