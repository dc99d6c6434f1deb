/** Sign-in at the identity provider: the redirect there, and the callback. */
import { ReturnPath } from '@parley/contract';
import { OIDC } from '../../accounts/people/auth.ts';
import { personById } from '../../accounts/people/people.ts';
import type { Bind } from '../bind.ts';
import { clientAddress } from '../client-address.ts';
import { authHeaders, copyCookies, readAnswer } from './login.ts';
import type { PeopleContext } from './people-context.ts';

const SIGN_IN = '/sign-in';

export function oidcRoutes(bind: Bind, { people }: { people: PeopleContext }): void {
  bind('startOidc', async ({ query, request, reply }) => {
    people.throttles.link(clientAddress(request.raw, people.trustProxy));
    const auth = await people.oidc();
    const response = await auth.api.signInSocial({
      body: { provider: OIDC, callbackURL: query.return, errorCallbackURL: SIGN_IN, disableRedirect: true },
      headers: authHeaders(people, request, { withSession: false }),
      asResponse: true,
    });
    const answer = await readAnswer(response);
    copyCookies(answer.headers, reply);
    if (!answer.ok || typeof answer.body.url !== 'string') return reply.redirect(failed('not_started'));
    return reply.redirect(answer.body.url);
  });

  bind('finishOidc', async ({ query, request, reply, byAuth }) => {
    const auth = await people.oidc();
    let signedIn = false;
    const { headers } = await byAuth(
      () =>
        auth.api.callbackOAuth({
          method: 'GET',
          params: { id: OIDC },
          query,
          headers: authHeaders(people, request, { withSession: false }),
          asResponse: true,
        }),
      {
        async done(_, { tx, note, personId }) {
          const person = personId === undefined ? null : await personById(tx, personId);
          if (!person) return;
          note({ person, details: { by: 'oidc' } });
          signedIn = true;
        },
      },
    );
    const location = headers.get('location');
    if (!signedIn) return reply.redirect(failed(errorIn(location)));
    const back = ReturnPath.safeParse(location);
    return reply.redirect(back.success ? back.data : '/');
  });
}

function failed(reason: string): string {
  return `${SIGN_IN}?error=${encodeURIComponent(reason)}`;
}

/** The short error code of the provider or of better-auth, and nothing else from the address. */
function errorIn(location: string | null): string {
  const query = location?.split('?')[1] ?? '';
  const code = new URLSearchParams(query).get('error') ?? '';
  return /^[a-z_]{1,40}$/i.test(code) ? code.toLowerCase() : 'failed';
}
