import { useState } from 'react';
import { useDeleteApplication } from '../../api/use-delete-application.ts';
import type { OwnApplication } from '../../state/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

export function DeleteCard({ application }: { application: OwnApplication }) {
  const { name } = application;
  const remove = useDeleteApplication(application);
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <Card title="Delete">
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-2">
          All interactions, sessions, users and settings are permanently deleted, and the keys stop working
          right away.
        </p>
        <Button className="text-bad" onClick={() => setAsking(true)}>
          Delete…
        </Button>
      </div>
      <Dialog open={asking} title={`Delete ${name}`} onClose={() => setAsking(false)}>
        <Form
          action="Delete application"
          look="danger"
          change={remove}
          disabled={typed !== name}
          onSubmit={() => remove.mutate()}
        >
          <p className="text-ink-2">
            You can’t undo this. To confirm, type the application name: <strong>{name}</strong>
          </p>
          <TextField
            label="Application name"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Form>
      </Dialog>
    </Card>
  );
}
