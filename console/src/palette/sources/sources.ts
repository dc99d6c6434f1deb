/** The sources of the palette; add new kinds of items here. */
import type { Source } from '../item.ts';
import { actions } from './actions.ts';
import { applications } from './applications.ts';
import { ids } from './ids.ts';
import { pages } from './pages.ts';
import { sessions } from './sessions.ts';
import { users } from './users.ts';
import { views } from './views.ts';

export const SOURCES: readonly Source[] = [ids, pages, views, applications, users, sessions, actions];
