import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { Page } from '../../shell/page.tsx';
import { mayIn, type OwnAccount, useMe } from '../../state/me.ts';
import { SECTION_LINK, SectionNav } from '../../ui/section-nav.tsx';
import { AuditSection } from './audit-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { MembersSection } from './members-section.tsx';
import { OtherAccounts } from './other-accounts.tsx';

const route = getRouteApi('/signed-in/accounts/$accountId/$section');

const SECTIONS: Record<string, { title: string; show: (account: OwnAccount) => ReactNode }> = {
  general: { title: 'General', show: (account) => <GeneralSection account={account} /> },
  members: { title: 'Members', show: (account) => <MembersSection account={account} /> },
  audit: { title: 'Audit log', show: (account) => <AuditSection account={account} /> },
};

export function AccountPage() {
  const { accountId, section } = route.useParams();
  const { accounts } = useMe();
  const account = accounts.find(({ id }) => id === accountId);
  const open = Object.entries(SECTIONS).filter(([name]) => name !== 'audit' || mayIn(account, 'audit:read'));
  const shown = open.find(([name]) => name === section)?.[1];
  if (!account || !shown) return <NotFoundPage />;
  return (
    <Page title={`${account.name} (account)`} aside={<OtherAccounts current={account} section={section} />}>
      <SectionNav label="Account">
        {open.map(([name, { title }]) => (
          <Link
            key={name}
            to="/accounts/$accountId/$section"
            params={{ accountId, section: name }}
            search={{}}
            activeOptions={{ includeSearch: false }}
            className={SECTION_LINK}
          >
            {title}
          </Link>
        ))}
      </SectionNav>
      <div key={`${accountId} ${section}`} className="flex flex-col gap-4">
        {shown.show(account)}
      </div>
    </Page>
  );
}
