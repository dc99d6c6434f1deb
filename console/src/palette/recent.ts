/** Where somebody went from the palette last. In this tab alone: names of users are not left behind on a machine. */
import type { LeadingItem } from './item.ts';

const KEY = 'recent';
const MOST = 5;

export function recentItems(): LeadingItem[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

export function addRecent({ id, title, detail, icon, href }: LeadingItem): void {
  const others = recentItems().filter((one) => one.id !== id);
  const next = [{ id, title, detail, icon, href }, ...others].slice(0, MOST);
  sessionStorage.setItem(KEY, JSON.stringify(next));
}

export function forgetRecent(): void {
  sessionStorage.removeItem(KEY);
}
