import type { MouseEvent } from 'react';

/** Makes a whole row clickable: follows its link, in a new tab if a click on the link would. */
export function followRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, select, label')) return;
  const link = currentTarget.querySelector<HTMLAnchorElement>('a[data-row]');
  // Selecting text is not a click.
  if (!link || button > 1 || window.getSelection()?.toString()) return;
  if (button === 1 || ctrlKey || metaKey || shiftKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}
