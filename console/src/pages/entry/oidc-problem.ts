const WORDS: Record<string, string> = {
  access_denied: 'Your identity provider denied access.',
  sign_up_closed: 'There is no account for your address. Ask for an invitation.',
  account_not_linked: 'An account with your address uses a password. Sign in with that.',
  not_started:
    'The identity provider did not respond as expected. Try again, or contact your server’s operator.',
};

/** A message for an error of the identity provider; undefined if there was none. */
export function oidcProblem(code: string | undefined, provider = 'the identity provider'): Error | undefined {
  if (code === undefined) return undefined;
  const reason = WORDS[code] ?? 'Try again, or contact your server’s operator.';
  return new Error(`Signing in with ${provider} did not work. ${reason}`);
}
