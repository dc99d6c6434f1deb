import { COMMAND_KEY } from '../lib/command-key.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyCap } from '../ui/key-cap.tsx';
import type { OverlayProps } from './overlay-props.ts';
import { SHORTCUTS, type Shortcut } from './shortcuts.ts';

export function ShortcutsSheet({ onOpen }: OverlayProps) {
  return (
    <Dialog open title="Keyboard shortcuts" onClose={() => onOpen(null)}>
      <div className="flex flex-col gap-6">
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="pb-1.5 text-sm font-medium text-ink-3">{title}</h3>
            <dl className="flex flex-col">
              {shortcuts.map((one) => (
                <div
                  key={one.text}
                  className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
                >
                  <dt>{one.text}</dt>
                  <dd className="flex shrink-0 items-center gap-1 text-sm text-ink-3">
                    <Keys shortcut={one} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Keys({ shortcut: { keys, command, shift, either } }: { shortcut: Shortcut }) {
  return (
    <>
      {command ? <KeyCap>{COMMAND_KEY}</KeyCap> : null}
      {shift ? <KeyCap>Shift</KeyCap> : null}
      {keys.map((key, i) => (
        <span key={key} className="contents">
          {i === 0 ? null : <span>{either ? 'or' : 'then'}</span>}
          <KeyCap>{command ? key.toUpperCase() : (NAMES[key] ?? key)}</KeyCap>
        </span>
      ))}
    </>
  );
}

/** Key caps that differ from `KeyboardEvent.key`. */
const NAMES: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page up',
  PageDown: 'Page down',
  Escape: 'Esc',
};
