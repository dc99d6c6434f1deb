import { useChange } from '../../api/use-ask.ts';
import { NameField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

/** The name that colleagues see, for instance in the list of members. */
export function NameForm({ name }: { name: string }) {
  const change = useChange('PATCH /v1/me');
  return (
    <div className="pb-4">
      <Form
        action="Save"
        change={change}
        done="Saved."
        onSubmit={(field) => change.mutate({ body: { name: field('name').trim() } })}
      >
        <NameField key={name} dir="auto" defaultValue={name} autoComplete="name" />
      </Form>
    </div>
  );
}
