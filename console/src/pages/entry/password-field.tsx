import { TextField } from '../../ui/field.tsx';

/** The same rule as on the server: a minimum length, no required characters. */
export function NewPasswordField({ label = 'Password' }: { label?: string }) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={10}
      maxLength={128}
      hint="At least 10 characters. A few unrelated words work well."
    />
  );
}
