import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { TextField } from '../../ui/field.tsx';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';
import { useInvitation } from './invitation.ts';
import { OidcButton } from './oidc-button.tsx';
import { NewPasswordField } from './password-field.tsx';
import { useGoOn } from './use-go-on.ts';
import { useSignUp } from './use-sign-up.ts';

export function SignUpPage() {
  const { return: back } = useSearch({ from: '/sign-up' });
  const options = useAsk('GET /v1/auth/options', {}).data;
  const { token, preview } = useInvitation();
  const signUp = useSignUp();
  const [sentTo, setSentTo] = useState('');
  const goOn = useGoOn();

  if (sentTo !== '')
    return (
      <EntryCard title="Check your email" footer={<EntryLink to="/sign-in">Sign in</EntryLink>}>
        <p>
          A link is on its way to <strong className="font-medium">{sentTo}</strong>. Open it within a day to
          confirm the address and sign in.
        </p>
      </EntryCard>
    );

  const signInLink = (
    <p>
      Already have an account?{' '}
      <EntryLink to="/sign-in" back={back}>
        Sign in
      </EntryLink>
    </p>
  );
  const invited = preview.data;
  const open = options?.signup === 'open' || options?.empty || (options?.signup === 'invite' && invited);
  if (options && !preview.isLoading && (!open || options.signup === 'closed'))
    return (
      <EntryCard title="Sign-up is closed" footer={signInLink}>
        <p>
          {options.signup === 'invite'
            ? 'You need an invitation. Ask someone who uses this server for a link.'
            : 'The operator of this server has closed sign-up.'}
        </p>
      </EntryCard>
    );
  return (
    <EntryCard
      title={invited ? `Join ${invited.accountName}` : 'Sign up'}
      intro={introOf(options?.empty, invited?.role)}
      footer={options?.empty ? null : signInLink}
    >
      <EntryForm
        key={invited?.email}
        action={invited ? 'Sign up and join' : 'Sign up'}
        busy={signUp.isPending}
        error={signUp.error}
        onSubmit={(field) => {
          const [name, email, password] = [field('name').trim(), field('email'), field('password')];
          const joins = invited && token !== null;
          signUp.mutate(
            {
              email,
              password,
              ...(name === '' ? {} : { name }),
              ...(joins ? { invitation: token } : { accountName: accountNameOf(name, email) }),
            },
            {
              onSuccess: (next) =>
                next === 'confirm_address' ? setSentTo(email) : goOn(invited ? '/' : back),
            },
          );
        }}
      >
        <TextField label="Your name" name="name" autoComplete="name" maxLength={80} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          {...(invited?.email ? { defaultValue: invited.email, readOnly: true } : {})}
        />
        <NewPasswordField />
      </EntryForm>
      {options?.oidc ? <OidcButton name={options.oidc.name} back={back} /> : null}
    </EntryCard>
  );
}

/** Distinct from the person's name; an owner can rename it. */
function accountNameOf(name: string, email: string): string {
  return `${name || email.split('@')[0]?.slice(0, 80)}’s account`;
}

function introOf(first: boolean | undefined, role: string | undefined): string | null {
  if (role) return `You were invited as ${role}.`;
  return first ? 'This server is new. You are its first user, and its owner.' : null;
}
