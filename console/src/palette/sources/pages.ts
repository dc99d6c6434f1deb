import { APP_PAGES } from '../../shell/app-pages.ts';
import { rangeIn } from '../../state/view.ts';
import type { LeadingItem, Source } from '../item.ts';

/** Of the application that is looked at, and those around it. */
export const pages: Source = {
  title: 'Pages',
  all({ me, appId, view, router }) {
    const item = (id: string, rest: Omit<LeadingItem, 'id'>): LeadingItem => ({ id: `page-${id}`, ...rest });
    const own = appId
      ? APP_PAGES.map(({ path, title, icon, words, link }) =>
          item(`${appId}-${path}`, {
            title,
            icon,
            words,
            detail: me.applications.find(({ id }) => id === appId)?.name,
            href: router.buildLocation(link(appId, view)).href,
          }),
        )
      : [];
    const accounts = me.accounts.map(({ id, name }) =>
      item(id, {
        title: name,
        icon: 'account',
        detail: 'Account',
        words: 'members invite audit log',
        href: router.buildLocation({
          to: '/accounts/$accountId/$section',
          params: { accountId: id, section: 'members' },
        }).href,
      }),
    );
    return [
      ...own,
      item('all', {
        title: 'All applications',
        icon: 'all',
        words: 'overview',
        href: router.buildLocation({ to: '/all', search: rangeIn(view) }).href,
      }),
      item('profile', {
        title: 'Profile',
        icon: 'profile',
        words: 'name email password two-factor sessions',
        href: '/profile',
      }),
      ...accounts,
      ...(me.accounts.some(({ role }) => role === 'owner')
        ? [item('system', { title: 'System', icon: 'system', words: 'store disk journal', href: '/system' })]
        : []),
    ];
  },
};
