import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import type { OwnApplication } from '../../state/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

export function DeleteCard({ application: { id: appId, name } }: { application: OwnApplication }) {
  const remove = useChange('POST /v1/applications/:appId/delete');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <Card title="Delete">
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-2">
          Its keys stop working at once, and all of its interactions, sessions, users and settings are removed
          for good.
        </p>
        <Button className="text-bad" onClick={() => setAsking(true)}>
          Delete…
        </Button>
      </div>
      <Dialog open={asking} title={`Delete ${name}`} onClose={() => setAsking(false)}>
        <Form
          action="Delete for good"
          look="danger"
          change={remove}
          disabled={typed !== name}
          onSubmit={() =>
            remove.mutate(
              { params: { appId }, body: { name: typed } },
              {
                onSuccess() {
                  localStorage.removeItem('application');
                  void navigate({ to: '/' });
                },
              },
            )
          }
        >
          <p className="text-ink-2">
            Nothing of it can be brought back. To go on, type its name: <strong>{name}</strong>
          </p>
          <TextField
            label="Name of the application"
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
