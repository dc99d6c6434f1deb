import type { MouseEvent } from 'react';

/** Makes a whole row clickable: follows its link, in a new tab if a click on the link would, or presses its button. */
export function followRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, select, label')) return;
  const opener = currentTarget.querySelector<HTMLElement>('[data-row]');
  // Selecting text is not a click.
  if (!opener || button > 1 || window.getSelection()?.toString()) return;
  const elsewhere = button === 1 || ctrlKey || metaKey || shiftKey;
  if (!elsewhere) opener.click();
  else if (opener instanceof HTMLAnchorElement) window.open(opener.href, '_blank', 'noopener');
}
