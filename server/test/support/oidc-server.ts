/** An OpenID Connect provider that signs everybody in at once, with the claims that the test sets. */
import { createHash, createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { listen } from './listen.ts';

export type Claims = { sub: string; email: string; email_verified?: boolean; name?: string };

export type OidcServer = {
  issuer: string;
  /** Claims of the next sign-in. */
  claims: Claims;
  /** Changes the claims of the next id token into ones that must be refused. */
  forge: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** Key that signs the next id token: the provider's or an unrelated one. */
  key: 'own' | 'other';
  /** Replaces the signed id token; undefined leaves it out. */
  seal: ((claims: Record<string, unknown>, sealing: Sealing) => string | undefined) | null;
  /** Response of the userinfo endpoint; null: there is no endpoint. */
  userinfo: Record<string, unknown> | null;
  /** Members that replace those of the discovery document. */
  discovery: Record<string, unknown>;
  down: boolean;
};

export type Sealing = {
  /** Signs with HMAC, using any text as the secret. */
  hmac: (claims: object, secret: string) => string;
  /** Returns an unsigned token. */
  bare: (claims: object, alg: string) => string;
  /** The provider's public key. */
  publicKey: string;
};

export const OIDC_CLIENT = { id: 'parley', secret: 'secret-of-the-client-0123456789' };

type Grant = { claims: Claims; nonce: string | null; challenge: string | null; redirectUri: string };

export async function oidcServer(test: Pick<TestContext, 'after'>): Promise<OidcServer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const provider: OidcServer = {
    issuer: '',
    claims: { sub: '1', email: 'ann@example.com', email_verified: true, name: 'Ann' },
    forge: (claims) => claims,
    key: 'own',
    seal: null,
    userinfo: null,
    discovery: {},
    down: false,
  };

  const server = createServer(async (request, response): Promise<unknown> => {
    const url = new URL(request.url ?? '/', provider.issuer);
    if (provider.down) return json(response, 503, {});
    if (url.pathname === '/.well-known/openid-configuration') {
      return json(response, 200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        ...(provider.userinfo ? { userinfo_endpoint: `${provider.issuer}/userinfo` } : {}),
        ...provider.discovery,
      });
    }
    if (url.pathname === '/keys') {
      const jwk = keys.publicKey.export({ format: 'jwk' });
      return json(response, 200, { keys: [{ ...jwk, kid: 'own', alg: 'RS256', use: 'sig' }] });
    }
    if (url.pathname === '/userinfo' && provider.userinfo) return json(response, 200, provider.userinfo);
    if (url.pathname === '/authorize') return authorize(url.searchParams, response);
    if (url.pathname === '/token') return token(request, await bodyOf(request), response);
    return json(response, 404, {});
  });
  provider.issuer = `http://127.0.0.1:${await listen(test, server)}`;
  return provider;

  function authorize(query: URLSearchParams, response: ServerResponse): ServerResponse {
    const redirectUri = query.get('redirect_uri') ?? '';
    const code = randomUUID();
    grants.set(code, {
      claims: provider.claims,
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
      redirectUri,
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    return response.writeHead(302, { Location: back.href }).end();
  }

  function token(request: IncomingMessage, body: URLSearchParams, response: ServerResponse): ServerResponse {
    const code = body.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const known = grant && grant.challenge === challenge && grant.redirectUri === body.get('redirect_uri');
    if (!known || !isClient(request, body)) return json(response, 400, { error: 'invalid_grant' });
    const now = Math.floor(Date.now() / 1000);
    const claims = provider.forge({
      iss: provider.issuer,
      aud: OIDC_CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...grant.claims,
    });
    return json(response, 200, {
      access_token: `access-${randomUUID()}`,
      refresh_token: `refresh-${randomUUID()}`,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: provider.seal ? provider.seal(claims, sealing()) : sign(claims),
    });
  }

  function sealing(): Sealing {
    return {
      hmac(claims, secret) {
        const content = contentOf({ alg: 'HS256', typ: 'JWT' }, claims);
        return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
      },
      bare: (claims, alg) => `${contentOf({ alg, kid: 'own', typ: 'JWT' }, claims)}.`,
      publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    };
  }

  function sign(claims: Record<string, unknown>): string {
    const { privateKey } = provider.key === 'own' ? keys : others;
    const content = contentOf({ alg: 'RS256', kid: 'own', typ: 'JWT' }, claims);
    return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`;
  }
}

function contentOf(header: object, claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode(header)}.${encode(claims)}`;
}

function isClient({ headers }: IncomingMessage, body: URLSearchParams): boolean {
  const { id, secret } = OIDC_CLIENT;
  const basic = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
  return (
    basic === `${id}:${secret}` || (body.get('client_id') === id && body.get('client_secret') === secret)
  );
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function json(response: ServerResponse, status: number, body: object): ServerResponse {
  return response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
