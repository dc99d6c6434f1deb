const WORDS: Record<string, string> = {
  access_denied: 'You were not let in there.',
  sign_up_closed: 'Nobody here knows your address: ask for an invitation.',
  account_not_linked: 'Somebody with your address signs in with a password here: use that.',
  not_started: 'It did not answer as it should. Try again, or tell whoever runs this server.',
};

/** What went wrong at the identity provider, in words; undefined when nothing did. */
export function oidcProblem(code: string | undefined, provider = 'the identity provider'): Error | undefined {
  if (code === undefined) return undefined;
  const reason = WORDS[code] ?? 'Try again, or tell whoever runs this server.';
  return new Error(`Signing in with ${provider} did not work. ${reason}`);
}
