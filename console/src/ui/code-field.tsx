import { TextField } from './field.tsx';

/** The six digits of an authenticator app, with or without a space between them. */
export function CodeField() {
  return (
    <TextField
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      pattern="\s*\d{3}\s*\d{3}\s*"
      title="Six digits"
      autoFocus
    />
  );
}
