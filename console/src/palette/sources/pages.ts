import { APP_PAGE_NAMES, APP_PAGES, OUTER_PAGES } from '../../pages/page-list.ts';
import { pageLink } from '../../shell/page-link.ts';
import { rangeIn } from '../../state/view.ts';
import type { LeadingItem, Source } from '../item.ts';

/** The pages of the current application, and those outside it. */
export const pages: Source = {
  title: 'Pages',
  all({ me, appId, view, router }) {
    const item = (
      id: string,
      { title, icon, words }: Pick<LeadingItem, 'title' | 'icon' | 'words'>,
      rest: Pick<LeadingItem, 'href' | 'detail'> & { title?: string },
    ): LeadingItem => ({ id: `page-${id}`, title, icon, words, ...rest });
    const { applications, account, review, profile, system } = OUTER_PAGES;
    const own = appId
      ? APP_PAGE_NAMES.map((name) =>
          item(`${appId}-${name}`, APP_PAGES[name], {
            detail: me.applications.find(({ id }) => id === appId)?.name,
            href: router.buildLocation(pageLink(name, appId, view)).href,
          }),
        )
      : [];
    const accounts = me.accounts.map(({ id, name }) =>
      item(id, account, {
        title: name,
        detail: account.title,
        href: router.buildLocation({ to: account.path, params: { accountId: id, section: 'members' } }).href,
      }),
    );
    return [
      ...own,
      item('applications', applications, {
        href: router.buildLocation({ to: applications.path, search: rangeIn(view) }).href,
      }),
      ...(me.accounts.some(({ permissions }) => permissions.includes('review:answer'))
        ? [item('review', review, { href: review.path })]
        : []),
      item('profile', profile, { href: profile.path }),
      ...accounts,
      ...(me.accounts.some(({ role }) => role === 'owner')
        ? [item('system', system, { href: system.path })]
        : []),
    ];
  },
};
