import { copyText } from '../../lib/copy-text.ts';
import { applyTheme, currentTheme, THEME_NAMES, THEMES } from '../../lib/theme.ts';
import { OUTER_PAGES } from '../../pages/page-list.ts';
import { accountOf, mayIn } from '../../state/me.ts';
import type { DoingItem, Source } from '../item.ts';

export const actions: Source = {
  title: 'Actions',
  all({ me, appId, router, signOut, showShortcuts, invite }) {
    const action = (id: string, rest: Omit<DoingItem, 'id'>): DoingItem => ({ id: `action-${id}`, ...rest });
    const { welcome } = OUTER_PAGES;
    const mayCreate = me.accounts.some((account) => mayIn(account, 'applications:write'));
    const mayInvite = appId !== undefined && mayIn(accountOf(me, appId), 'members:manage');
    return [
      action('copy', {
        title: 'Copy link to this page',
        icon: 'copy',
        words: 'share url address',
        run: () => void copyText(window.location.href),
      }),
      ...THEME_NAMES.filter((theme) => theme !== currentTheme()).map((theme) =>
        action(`theme-${theme}`, {
          title: `Theme: ${THEMES[theme]}`,
          icon: 'theme',
          words: 'switch toggle appearance mode colours',
          run: () => applyTheme(theme),
        }),
      ),
      ...(mayCreate
        ? [
            action('new', {
              title: `${welcome.title}…`,
              icon: welcome.icon,
              words: welcome.words,
              run: () => router.history.push(welcome.path),
            }),
          ]
        : []),
      ...(mayInvite
        ? [
            action('invite', {
              title: 'Invite people…',
              icon: 'invite',
              words: 'add member colleague',
              run: invite,
            }),
          ]
        : []),
      action('shortcuts', {
        title: 'Keyboard shortcuts',
        icon: 'keyboard',
        words: 'keys help',
        run: showShortcuts,
      }),
      action('docs', {
        title: 'API reference',
        icon: 'api',
        words: 'docs documentation openapi',
        run: () => window.location.assign('/docs'),
      }),
      action('sign-out', { title: 'Sign out', icon: 'sign-out', words: 'log out', run: signOut }),
    ];
  },
};
