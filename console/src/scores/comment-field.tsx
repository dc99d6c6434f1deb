import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';

/** What the server takes. */
const MAX_LENGTH = 4000;

type Props = {
  text: string;
  /** Called with an empty text to delete the comment. */
  onSave: (text: string) => void;
  onLeave: () => void;
};

/** One line that grows: Enter saves, Shift+Enter begins another line, Escape leaves. */
export function CommentField({ text, onSave, onLeave }: Props) {
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
        rows={1}
        maxLength={MAX_LENGTH}
        aria-label="Comment"
        placeholder="What was good or bad about it?"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Enter may choose among the suggestions of an input method.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
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
        className="field-sizing-content max-h-48 min-h-8 min-w-0 flex-1 resize-none rounded-md border border-line-strong bg-surface px-2.5 py-1 outline-offset-0"
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
