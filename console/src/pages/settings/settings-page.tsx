import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { Page } from '../../shell/page.tsx';
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

const SECTIONS: Record<string, { title: string; show: (props: SettingsProps) => ReactNode }> = {
  general: { title: 'General', show: (props) => <GeneralSection {...props} /> },
  keys: { title: 'API keys', show: (props) => <KeysSection {...props} /> },
  tokens: { title: 'Read tokens', show: (props) => <TokensSection {...props} /> },
  prices: { title: 'Prices', show: (props) => <PricesSection {...props} /> },
  data: { title: 'Data', show: (props) => <DataSection {...props} /> },
};

/** Sections for keys need the permission to manage them. */
const FOR_KEY_MANAGERS = ['keys', 'tokens'];

export function SettingsPage() {
  const { appId, section } = route.useParams();
  const me = useMe();
  const application = me.applications.find(({ id }) => id === appId);
  const account = accountOf(me, appId);
  const open = Object.entries(SECTIONS).filter(
    ([name]) => !FOR_KEY_MANAGERS.includes(name) || mayIn(account, 'keys:manage'),
  );
  const shown = open.find(([name]) => name === section)?.[1];
  if (!application || !shown) return <NotFoundPage />;
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
        {shown.show({ application, account })}
      </div>
    </Page>
  );
}
