/** Dialogs that open over any page, loaded on first use. */
import { type ComponentType, type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { OverlayName, OverlayProps } from './overlay-props.ts';

const LOADERS: Record<OverlayName, () => Promise<ComponentType<OverlayProps>>> = {
  palette: async () => (await import('../palette/palette.tsx')).Palette,
  invite: async () => (await import('./invite-overlay.tsx')).InviteOverlay,
  shortcuts: async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet,
};

type Loaded = Partial<Record<OverlayName, ComponentType<OverlayProps>>>;

type Props = Omit<OverlayProps, 'onOpen'> & {
  name: OverlayName | null;
  onOpen: Dispatch<SetStateAction<OverlayName | null>>;
};

export function Overlay({ name, onOpen, ...rest }: Props) {
  const [loaded, setLoaded] = useState<Loaded>({});
  const isMissing = name !== null && loaded[name] === undefined;
  useEffect(() => {
    if (!isMissing) return;
    LOADERS[name]().then(
      (component) => setLoaded((before) => ({ ...before, [name]: component })),
      // If loading fails, nothing opens; the next attempt loads again.
      () => onOpen(null),
    );
  }, [isMissing, name, onOpen]);
  const Found = name && loaded[name];
  if (!Found) return null;
  // A late close event must not close another dialog that was opened meanwhile.
  const open = (next: OverlayName | null) =>
    onOpen((current) => (next === null && current !== name ? current : next));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps keys from what is behind, such as Escape from a panel.
    <div className="contents" onKeyDown={(event) => event.stopPropagation()}>
      <Found {...rest} onOpen={open} />
    </div>
  );
}
