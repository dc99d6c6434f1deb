import type { ReviewQueue } from '@parley/contract';
import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { AssigneesField } from '../../review/assignees-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

type Props = { queue: ReviewQueue; onClose: () => void };

/** Changes the name of a queue, and who reviews it. */
export function EditQueueDialog({ queue: { id, app, name, setup }, onClose }: Props) {
  const update = useChange('PATCH /v1/review/queues/:queueId', 'GET /v1/review/queues');
  const [assignees, setAssignees] = useState(() => setup?.assignees?.map((person) => person.id) ?? []);
  return (
    <Dialog open title="Edit queue" onClose={onClose}>
      <Form
        action="Save"
        change={update}
        onSubmit={(field) =>
          update.mutate(
            {
              params: { queueId: id },
              body: { name: field('name'), assignees: assignees.length > 0 ? assignees : null },
            },
            { onSuccess: onClose },
          )
        }
      >
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          dir="auto"
          autoComplete="off"
          defaultValue={name}
        />
        <AssigneesField appId={app} assignees={assignees} onChange={setAssignees} />
      </Form>
    </Dialog>
  );
}
