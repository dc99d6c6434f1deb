import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { NameField } from '../../ui/field.tsx';
import { type Changing, Form } from '../../ui/form.tsx';

type Props = {
  title: string;
  action: string;
  change: Changing;
  /** An example of a name. */
  placeholder: string;
  hint?: string;
  /** `field` reads the fields that `children` add. */
  onSubmit: (name: string, field: (name: string) => string) => void;
  onClose: () => void;
  children?: ReactNode;
};

/** The form for a new API key or read token: a name, and what else it needs. */
export function NewCredentialDialog(props: Props) {
  const { title, action, change, placeholder, hint, onSubmit, onClose, children } = props;
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form action={action} change={change} onSubmit={(field) => onSubmit(field('name').trim(), field)}>
        <NameField placeholder={placeholder} hint={hint} />
        {children}
      </Form>
    </Dialog>
  );
}
