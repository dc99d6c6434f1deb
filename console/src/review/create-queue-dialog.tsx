import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../api/use-ask.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import type { ShownPage } from '../views/view-search.ts';
import { AssigneesField } from './assignees-field.tsx';
import { newDraft, questionOf } from './question-drafts.ts';
import { QuestionDraftsField } from './question-drafts-field.tsx';
import { mayGoOn, sourceOf } from './queue-source.ts';

/** A view that a queue can be made of. */
export type QueueSource = { name: string; shown: ShownPage };

type Props = { appId: string; sources: readonly [QueueSource, ...QueueSource[]]; onClose: () => void };

/** Enough for an afternoon. */
const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 10_000;

/** Makes a review queue of a view, and leads to the queues. */
export function CreateQueueDialog({ appId, sources, onClose }: Props) {
  const create = useChange('POST /v1/review/queues', 'GET /v1/review/queues');
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(0);
  const [drafts, setDrafts] = useState([newDraft(0)]);
  const [assignees, setAssignees] = useState<string[]>([]);
  const source = sources[chosen] ?? sources[0];
  const goesOn = mayGoOn(source.shown);
  const things = source.shown.page === 'sessions' ? 'sessions' : 'interactions';
  return (
    <Dialog open title="New review queue" onClose={onClose} steady>
      <Form
        action="Create queue"
        change={create}
        onSubmit={(field) =>
          create.mutate(
            {
              body: {
                app: appId,
                name: field('name'),
                ...sourceOf(source.shown, field('goesOn') === 'on'),
                limit: Number(field('limit')),
                questions: drafts.map(questionOf),
                reviewers: field('reviewers') === '2' ? 2 : 1,
                ...(assignees.length > 0 ? { assignees } : {}),
              },
            },
            {
              onSuccess: () => void navigate({ to: '/apps/$appId/review', params: { appId } }).then(onClose),
            },
          )
        }
      >
        {sources.length > 1 ? (
          <SelectField
            label="View"
            options={sources.map(({ name }, i) => [String(i), name] as const)}
            value={chosen}
            onChange={({ target }) => setChosen(Number(target.value))}
          />
        ) : null}
        <TextField
          key={chosen}
          label="Name"
          name="name"
          required
          maxLength={100}
          dir="auto"
          autoComplete="off"
          defaultValue={source.name}
        />
        <QuestionDraftsField drafts={drafts} onChange={setDrafts} />
        <TextField
          label={`Maximum number of ${things}`}
          name="limit"
          type="number"
          required
          min={1}
          max={MAX_LIMIT}
          defaultValue={DEFAULT_LIMIT}
          hint="The newest first."
        />
        {goesOn ? (
          <label className="flex items-start gap-2.5">
            <input type="checkbox" name="goesOn" className="mt-0.5 size-4 shrink-0 accent-accent" />
            <span>
              Add new {things} as they arrive
              <span className="block text-sm text-ink-3">Up to the maximum.</span>
            </span>
          </label>
        ) : null}
        <RadioField
          label="Reviews per item"
          name="reviewers"
          defaultValue="1"
          options={[
            ['1', 'One', 'Every item is reviewed once.'],
            ['2', 'Two', 'Two people review every item, and you see how far they agree.'],
          ]}
        />
        <AssigneesField appId={appId} assignees={assignees} onChange={setAssignees} />
      </Form>
    </Dialog>
  );
}
