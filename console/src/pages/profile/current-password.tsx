import { TextField } from '../../ui/field.tsx';

/** Absent for people who use single sign-on. */
export function CurrentPassword({ hasPassword, name = 'password' }: { hasPassword: boolean; name?: string }) {
  if (!hasPassword) return null;
  return (
    <TextField
      label="Current password"
      name={name}
      type="password"
      autoComplete="current-password"
      required
      maxLength={128}
    />
  );
}

export function passwordBody(password: string): { password?: string } {
  return password === '' ? {} : { password };
}
