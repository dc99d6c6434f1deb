import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { WRITTEN, type WrittenName } from './written.ts';

type Props = {
  name: WrittenName;
  text: string;
  /** Called with an empty text to delete it. */
  onSave: (text: string) => void;
  onLeave: () => void;
};

/** A field that grows: Enter saves, in a long text with Ctrl or ⌘; Escape leaves. */
export function WrittenField({ name, text, onSave, onLeave }: Props) {
  const { label, placeholder, maxLength, isLong } = WRITTEN[name];
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [text]);
  const save = () => {
    if (typed.trim() === text) onLeave();
    else onSave(typed.trim());
  };
  return (
    <form
      className="flex items-end gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={field}
        dir="auto"
        rows={isLong ? 3 : 1}
        maxLength={maxLength}
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Enter may choose among the suggestions of an input method.
          const saves = isLong ? event.ctrlKey || event.metaKey : !event.shiftKey;
          if (event.key === 'Enter' && saves && !event.nativeEvent.isComposing) {
            event.preventDefault();
            save();
          }
          if (event.key === 'Escape') {
            // Neither the panel nor a dialog closes with it.
            event.preventDefault();
            event.stopPropagation();
            onLeave();
          }
        }}
        className="field-sizing-content max-h-72 min-h-8 min-w-0 flex-1 resize-none rounded-md border border-line-strong bg-surface px-2.5 py-1 outline-offset-0"
      />
      <Button type="submit" small look="primary" className="h-8">
        Save
      </Button>
      <Button small look="ghost" className="h-8" onClick={onLeave}>
        Cancel
      </Button>
    </form>
  );
}
