/** The command palette: pages, views, applications, users, sessions, ids and actions. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { OverlayProps } from '../shell/overlay-props.ts';
import { useSignOut } from '../shell/use-sign-out.ts';
import { useMe } from '../state/me.ts';
import { Picker } from '../ui/picker.tsx';
import type { Item } from './item.ts';
import { addRecent } from './recent.ts';
import { useItems } from './use-items.ts';

export function Palette({ appId, view, onOpen }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const router = useRouter();
  const showShortcuts = () => onOpen('shortcuts');
  const invite = () => onOpen('invite');
  const client = useQueryClient();
  const place = { me: useMe(), appId, view, router, client, signOut: useSignOut(), showShortcuts, invite };
  const { groups, isAsking } = useItems(typed, place);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const close = () => onOpen(null);
  const pick = (item: Item) => {
    close();
    if ('run' in item) return item.run();
    addRecent(item);
    router.history.push(item.href);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog; the click is one on the backdrop.
    <dialog
      ref={dialog}
      aria-label="Search and commands"
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="mx-auto mt-0 mb-auto w-full max-w-none overflow-hidden border-b border-line bg-raised p-0 shadow-xl sm:mt-[12vh] sm:w-[calc(100%-2rem)] sm:max-w-xl sm:rounded-lg sm:border"
    >
      <Picker
        label="Search and commands"
        placeholder="Search pages, users, sessions, IDs, actions…"
        words={typed}
        onWords={setTyped}
        groups={groups}
        onPick={pick}
        none={isAsking ? 'Searching…' : 'No matches'}
        className="max-h-[60dvh] sm:max-h-[min(36rem,60dvh)]"
      />
    </dialog>
  );
}
