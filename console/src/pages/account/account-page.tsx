import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NoAccess, NoAccessPage } from '../../shell/no-access.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { Page } from '../../shell/page.tsx';
import type { SectionPermission } from '../../state/least-roles.ts';
import { mayIn, type OwnAccount, useMe } from '../../state/me.ts';
import { SECTION_LINK, SectionNav } from '../../ui/section-nav.tsx';
import { AuditSection } from './audit-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { MembersSection } from './members-section.tsx';
import { OtherAccounts } from './other-accounts.tsx';

const route = getRouteApi('/signed-in/accounts/$accountId/$section');

type Section = { title: string; needs?: SectionPermission; show: (account: OwnAccount) => ReactNode };

const SECTIONS: Record<string, Section> = {
  general: { title: 'General', show: (account) => <GeneralSection account={account} /> },
  members: { title: 'Members', show: (account) => <MembersSection account={account} /> },
  audit: { title: 'Audit log', needs: 'audit:read', show: (account) => <AuditSection account={account} /> },
};

export function AccountPage() {
  const { accountId, section } = route.useParams();
  const { accounts } = useMe();
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) return <NoAccessPage to="account" />;
  const shown = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined;
  if (!shown) return <NotFoundPage />;
  const mayOpen = ({ needs }: Section) => needs === undefined || mayIn(account, needs);
  const open = Object.entries(SECTIONS).filter(([, one]) => mayOpen(one));
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
        {shown.needs === undefined || mayOpen(shown) ? (
          shown.show(account)
        ) : (
          <NoAccess to={shown.title} account={account} needs={shown.needs} />
        )}
      </div>
    </Page>
  );
}
