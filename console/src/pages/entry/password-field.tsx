import { TextField } from '../../ui/field.tsx';

/** As the server has it: long enough not to be guessed, no rule about what it is made of. */
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
