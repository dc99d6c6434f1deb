import { Dialog } from '../../ui/dialog.tsx';
import { KeyCap } from '../../ui/key-cap.tsx';

const KEYS: readonly (readonly [text: string, ...keys: string[]])[] = [
  ['Yes', 'y', '+'],
  ['No', 'n', '-'],
  ['Number, or the word at that place', '0', '…', '9'],
  ['Next or previous question', 'j', 'k'],
  ['Save and go to the next item', 'Enter'],
  ['Skip', 's'],
  ['Undo', 'u'],
  ['Write a comment', 'c'],
  ['Leave the comment', 'Esc'],
  ['Scroll', 'Space', '↑', '↓'],
  ['Show these keys', '?'],
];

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Keyboard shortcuts" onClose={onClose}>
      <dl className="flex flex-col">
        {KEYS.map(([text, ...keys]) => (
          <div
            key={text}
            className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
          >
            <dt>{text}</dt>
            <dd className="flex shrink-0 items-center gap-1">
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
