import type { Channel } from '@parley/contract';
import { useState } from 'react';
import type { Ask } from '../../api/call.ts';
import { useChange } from '../../api/use-ask.ts';
import { CHANNEL_KINDS } from '../../monitors/channel-kinds.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NameField, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

type Kind = Channel['kind'];
type Props = { appId: string; onMade: (secret: string | undefined) => void; onClose: () => void };

export function NewChannelDialog({ appId, onMade, onClose }: Props) {
  const create = useChange('POST /v1/channels');
  const [kind, setKind] = useState<Kind>('email');
  const { label, hint } = CHANNEL_KINDS[kind];
  const names = Object.keys(CHANNEL_KINDS) as Kind[];
  return (
    <Dialog open title="New channel" onClose={onClose} steady>
      <Form
        action="Create channel"
        change={create}
        onSubmit={(field) =>
          create.mutate(
            { body: bodyOf(appId, kind, field('name').trim(), field('target').trim()) },
            { onSuccess: ({ secret }) => onMade(secret) },
          )
        }
      >
        <SelectField
          label="Kind"
          options={names.map((name) => [name, CHANNEL_KINDS[name].name] as const)}
          value={kind}
          onChange={({ target }) => setKind(target.value as Kind)}
        />
        <NameField dir="auto" placeholder="On call" />
        <TextField key={kind} label={label} name="target" required autoComplete="off" hint={hint} />
      </Form>
    </Dialog>
  );
}

function bodyOf(
  app: string,
  kind: Kind,
  name: string,
  target: string,
): NonNullable<Ask<'POST /v1/channels'>['body']> {
  switch (kind) {
    case 'email':
      return { app, kind, name, to: target.split(/[\s,;]+/).filter((one) => one !== '') };
    case 'pagerduty':
      return { app, kind, name, routingKey: target };
    case 'slack':
    case 'webhook':
      return { app, kind, name, url: target };
  }
}
