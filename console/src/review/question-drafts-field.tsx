import type { Question } from '@parley/contract';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { KINDS, nameOf, newDraft, type QuestionDraft, SCALES } from './question-drafts.ts';

type Props = { drafts: readonly QuestionDraft[]; onChange: (drafts: QuestionDraft[]) => void };

const MAX_QUESTIONS = 10;

/** The questions of a queue that is being made. */
export function QuestionDraftsField({ drafts, onChange }: Props) {
  const change = (key: number, changes: Partial<QuestionDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
  return (
    <div className="flex flex-col gap-3">
      {drafts.map((draft, i) => (
        <fieldset key={draft.key} className="flex flex-col gap-3 rounded-md border border-line p-3">
          <legend className="px-1 text-sm font-medium">Question {i + 1}</legend>
          <TextField
            label="Question"
            required
            maxLength={200}
            dir="auto"
            autoComplete="off"
            placeholder="Is the answer correct?"
            value={draft.text}
            onChange={({ target }) => change(draft.key, { text: target.value })}
          />
          <div className="grid grid-cols-2 gap-3">
            <SelectField
              label="Answer"
              options={Object.entries(KINDS)}
              value={draft.kind}
              // The options are the kinds.
              onChange={({ target }) => change(draft.key, { kind: target.value as Question['kind'] })}
            />
            <TextField
              label="Score name"
              required
              maxLength={64}
              pattern="[A-Za-z0-9_.\-]+"
              title="Letters, digits, _, . and -"
              autoComplete="off"
              value={nameOf(draft)}
              onChange={({ target }) => change(draft.key, { name: target.value })}
            />
          </div>
          {draft.kind === 'number' ? (
            <SelectField
              label="Range"
              options={SCALES}
              value={draft.scale}
              onChange={({ target }) => change(draft.key, { scale: target.value })}
            />
          ) : null}
          {draft.kind === 'word' ? (
            <TextField
              label="Words"
              required
              autoComplete="off"
              placeholder="correct, incomplete, wrong"
              hint="Two to ten, separated by commas."
              value={draft.options}
              onChange={({ target }) => change(draft.key, { options: target.value })}
            />
          ) : null}
          {drafts.length > 1 ? (
            <Button
              small
              look="ghost"
              className="self-start"
              onClick={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
            >
              Remove question {i + 1}
            </Button>
          ) : null}
        </fieldset>
      ))}
      {drafts.length < MAX_QUESTIONS ? (
        <Button
          small
          className="self-start"
          onClick={() => onChange([...drafts, newDraft(Math.max(...drafts.map(({ key }) => key)) + 1)])}
        >
          Add question
        </Button>
      ) : null}
    </div>
  );
}
