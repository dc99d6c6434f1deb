import type { MouseEvent } from 'react';

/** Goes where the link of a row goes, in a new tab if a click on it would: all of the row can be clicked. */
export function followRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, select, label')) return;
  const link = currentTarget.querySelector<HTMLAnchorElement>('a[data-row]');
  // Somebody who marks a text wants to copy it.
  if (!link || button > 1 || window.getSelection()?.toString()) return;
  if (button === 1 || ctrlKey || metaKey || shiftKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}
