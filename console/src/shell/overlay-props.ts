import type { View } from '../state/view.ts';

/** Dialogs that open over any page. */
export type OverlayName = 'palette' | 'shortcuts' | 'invite';

export type OverlayProps = {
  appId: string | undefined;
  view: View;
  /** Null closes it. */
  onOpen: (name: OverlayName | null) => void;
};
