/** What a search may mean besides words: a user by name or email address, or something by its id. */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useSettled } from '../lib/use-settled.ts';
import type { LeadingItem, Source } from '../palette/item.ts';
import { ids } from '../palette/sources/ids.ts';
import { sessions } from '../palette/sources/sessions.ts';
import { users } from '../palette/sources/users.ts';
import { useMe } from '../state/me.ts';
import { readView } from '../state/view.ts';
import { Icon } from '../ui/icon.tsx';

/** Shorter words are in nearly every name. */
const MIN_LENGTH = 2;
/** Offers of each kind. */
const MAX_OFFERS = 3;
/** Ids that are certainly no words: those of interactions and sessions, and of traces. */
const CERTAIN_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{16})$/i;

const KINDS = [
  { name: 'ids', source: ids, text: ({ title }: LeadingItem) => `Open ${lowerFirst(title)}` },
  { name: 'users', source: users, text: ({ title }: LeadingItem) => `Open user ${title}` },
  { name: 'sessions', source: sessions, text: ({ title }: LeadingItem) => `Open ${lowerFirst(title)}` },
] as const;

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function usePlace() {
  const { appId } = useParams({ strict: false });
  return { me: useMe(), appId, view: readView(useSearch({ strict: false })), router: useRouter() };
}

type Ask = { typed: string; place: ReturnType<typeof usePlace> };

function asking(name: string, source: Source, { typed, place }: Ask) {
  return {
    queryKey: ['search offers', name, typed, place.appId],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const found = (await source.ask?.(typed, place, signal)) ?? [];
      return found.flatMap((item) => ('href' in item ? [item] : [])).slice(0, MAX_OFFERS);
    },
    retry: false,
  };
}

/** Opens the thing that an id names; false if there is none, or if it may be a word. */
export function useOpenId(): (typed: string) => Promise<boolean> {
  const place = usePlace();
  const client = useQueryClient();
  return async (typed) => {
    if (!CERTAIN_ID.test(typed)) return false;
    const [found] = await client.fetchQuery(asking('ids', ids, { typed, place })).catch(() => []);
    if (found) place.router.history.push(found.href);
    return found !== undefined;
  };
}

/** Links to what the typed words name, while they are typed. */
export function SearchOffers({ typed, onFollow }: { typed: string; onFollow: () => void }) {
  const place = usePlace();
  const settled = useSettled(typed);
  const answers = useQueries({
    queries: KINDS.map(({ name, source }) => ({
      ...asking(name, source, { typed: settled, place }),
      enabled: settled.length >= MIN_LENGTH && settled === typed,
    })),
  });
  const seen = new Set<string>();
  const offers = KINDS.flatMap(({ text }, i) =>
    (answers[i]?.data ?? [])
      .filter(({ id }) => !seen.has(id) && seen.add(id))
      .map((item) => ({ ...item, text: text(item) })),
  );
  if (settled !== typed || offers.length === 0) return null;
  return (
    <ul aria-label="Offers" className="flex flex-col border-t border-line pt-1">
      {offers.map(({ id, href, icon, text, detail }) => (
        <li key={id}>
          <a
            href={href}
            data-offer
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onFollow();
              place.router.history.push(href);
            }}
            className="flex items-center gap-2 rounded-md px-1.5 py-1 hover:bg-sunken"
          >
            {icon ? <Icon name={icon} className="text-ink-3" /> : null}
            <span dir="auto" className="min-w-0 flex-1 truncate text-ink">
              {text}
            </span>
            {detail ? <span className="max-w-[45%] shrink-0 truncate text-ink-3">{detail}</span> : null}
          </a>
        </li>
      ))}
    </ul>
  );
}
