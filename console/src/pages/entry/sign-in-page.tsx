import { Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk, useChange } from '../../api/use-ask.ts';
import { TextField } from '../../ui/field.tsx';
import { EntryCard } from './entry-card.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryLink } from './entry-link.tsx';
import { OidcButton } from './oidc-button.tsx';
import { oidcProblem } from './oidc-problem.ts';
import { SecondFactor } from './second-factor.tsx';
import { useGoOn } from './use-go-on.ts';

export function SignInPage() {
  const { return: back, error: problem } = useSearch({ from: '/sign-in' });
  const options = useAsk('GET /v1/auth/options', {}).data;
  const signIn = useChange('POST /v1/auth/sign-in');
  const [step, setStep] = useState<'password' | 'code'>('password');
  const goOn = useGoOn();

  if (step === 'code') return <SecondFactor onDone={() => goOn(back)} onBack={() => setStep('password')} />;
  // A new server has no accounts yet.
  if (options?.empty && options.signup !== 'closed')
    return <Navigate to="/sign-up" search={back === undefined ? {} : { return: back }} replace />;
  const maySignUp = options?.signup === 'open' || (back === '/invitation' && options?.signup === 'invite');
  return (
    <EntryCard
      title="Sign in"
      footer={
        <>
          {maySignUp ? (
            <p>
              New here?{' '}
              <EntryLink to="/sign-up" back={back}>
                Sign up
              </EntryLink>
            </p>
          ) : null}
          {options?.signup === 'invite' && !maySignUp ? <p>New here? You need an invitation.</p> : null}
          <EntryLink to="/reset-password">Forgot your password?</EntryLink>
        </>
      }
    >
      <EntryForm
        action="Sign in"
        busy={signIn.isPending}
        error={signIn.error ?? oidcProblem(problem, options?.oidc?.name)}
        onSubmit={(field) =>
          signIn.mutate(
            {
              body: {
                email: field('email'),
                password: field('password'),
                remember: field('remember') === 'on',
              },
            },
            { onSuccess: ({ status }) => (status === 'ok' ? goOn(back) : setStep('code')) },
          )
        }
      >
        <TextField label="Email" name="email" type="email" autoComplete="username" required maxLength={254} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
        <label className="flex items-center gap-2">
          <input type="checkbox" name="remember" defaultChecked className="size-4 accent-accent" />
          Stay signed in on this device
        </label>
      </EntryForm>
      {options?.oidc ? <OidcButton name={options.oidc.name} back={back} /> : null}
    </EntryCard>
  );
}
