/** Copies a text. The clipboard API needs localhost or TLS; elsewhere `execCommand` works. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.className = 'fixed opacity-0';
  // Inside an open dialog, since everything outside is inert.
  const place = document.activeElement?.closest('dialog') ?? document.body;
  const focused = document.activeElement;
  place.append(box);
  box.select();
  document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
