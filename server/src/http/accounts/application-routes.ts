/** Applications: keys, tokens, settings and prices. */
import type { Kysely } from 'kysely';
import {
  type AccountApplication,
  accountApplications,
  getApplication,
} from '../../accounts/applications/account-applications.ts';
import { archiveApplication, restoreApplication } from '../../accounts/applications/archive-application.ts';
import { createApplication } from '../../accounts/applications/create-application.ts';
import { readSettings } from '../../accounts/applications/read-settings.ts';
import { renameApplication } from '../../accounts/applications/rename-application.ts';
import { requestDeletion } from '../../accounts/applications/request-deletion.ts';
import { InvalidSettings, updateSettings } from '../../accounts/applications/update-settings.ts';
import { createKey } from '../../accounts/keys/create-key.ts';
import { createToken } from '../../accounts/keys/create-token.ts';
import { listKeys } from '../../accounts/keys/list-keys.ts';
import { listTokens } from '../../accounts/keys/list-tokens.ts';
import { replaceKey } from '../../accounts/keys/replace-key.ts';
import { revokeKey } from '../../accounts/keys/revoke-key.ts';
import { revokeToken } from '../../accounts/keys/revoke-token.ts';
import { listPrices } from '../../accounts/prices/list-prices.ts';
import { removePrice } from '../../accounts/prices/remove-price.ts';
import { setPrice } from '../../accounts/prices/set-price.ts';
import { ApiError } from '../../base/errors.ts';
import { instant, instantOrNull } from '../../base/instant.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { Bind } from '../bind.ts';
import type { PeopleContext } from '../people/people-context.ts';

const OK = { status: 'ok' } as const;

export function applicationRoutes(bind: Bind, { people }: { people: PeopleContext }): void {
  const { db } = people;

  bind('listApplications', async ({ params }) => {
    const applications = await accountApplications(db, [params.accountId]);
    return { data: applications.map((application) => showApplication(people, application)) };
  });

  bind('createApplication', async ({ params, body: { name }, change }) =>
    change(async ({ tx, note }) => {
      const { id, apiKey, keyId } = await createApplication(tx, { name, accountId: params.accountId });
      note({ appId: id, target: id, details: { name } });
      return { ...showApplication(people, await find(tx, id)), apiKey, keyId };
    }),
  );

  bind('getApplication', async ({ params }) => showApplication(people, await find(db, params.appId)));

  bind('renameApplication', async ({ params, body: { name }, change }) =>
    change(async ({ tx, note }) => {
      note({ details: { name } });
      await renameApplication(tx, params.appId, name);
      return showApplication(people, await find(tx, params.appId));
    }),
  );

  bind('archiveApplication', async ({ params, change }) => {
    await change(({ tx }) => archiveApplication(tx, params.appId));
    return OK;
  });

  bind('restoreApplication', async ({ params, change }) => {
    await change(({ tx }) => restoreApplication(tx, params.appId));
    return OK;
  });

  bind('deleteApplication', async ({ params, body, change }) =>
    change(async ({ tx, note }) => {
      const { name } = await find(tx, params.appId);
      if (body.name !== name)
        throw new ApiError('conflict', { message: 'The name does not match the application.' });
      note({ details: { name } });
      await requestDeletion(tx, params.appId);
      return OK;
    }),
  );

  bind('getSettings', ({ params }) => readSettings(db, params.appId));

  bind('changeSettings', async ({ params, body, change }) => {
    try {
      return await change(({ tx, note }) => {
        note({ details: body });
        return updateSettings(tx, params.appId, body);
      });
    } catch (error) {
      if (!(error instanceof InvalidSettings)) throw error;
      const issue = { path: '', code: 'invalid_combination', message: error.message };
      throw new ApiError('invalid_query', { issues: [issue] });
    }
  });

  bind('listKeys', async ({ params }) => {
    const keys = await listKeys(db, params.appId);
    return {
      data: keys.map((key) => ({
        ...key,
        createdAt: instant(key.createdAt),
        lastUsedAt: instantOrNull(key.lastUsedAt),
        expiresAt: instantOrNull(key.expiresAt),
        revokedAt: instantOrNull(key.revokedAt),
      })),
    };
  });

  bind('createKey', async ({ params: { appId }, body: { name }, change }) =>
    change(async ({ tx, note }) => {
      const created = await createKey(tx, { appId, name });
      note({ target: created.keyId, details: { name } });
      return created;
    }),
  );

  bind('rotateKey', async ({ params: { appId, keyId }, body: { overlapMinutes }, change }) =>
    change(async ({ tx, note }) => {
      const replaced = await replaceKey(tx, { appId, keyId, overlapMs: overlapMinutes * 60_000 });
      if (!replaced) throw new ApiError('not_found', { message: 'There is no active key with this ID.' });
      note({ target: keyId, details: { newKey: replaced.keyId, overlapMinutes } });
      const { oldKeyEndsAt, ...created } = replaced;
      return { ...created, oldKeyEndsAt: instant(oldKeyEndsAt) };
    }),
  );

  bind('revokeKey', async ({ params: { appId, keyId }, change }) =>
    change(async ({ tx }) => {
      const mine = (await listKeys(tx, appId)).some(({ id }) => id === keyId);
      if (mine && (await revokeKey(tx, keyId))) return OK;
      throw new ApiError('not_found', { message: 'There is no active key with this ID.' });
    }),
  );

  bind('listTokens', async ({ params }) => {
    const tokens = await listTokens(db, params.appId);
    return {
      data: tokens.map((token) => ({
        ...token,
        createdAt: instant(token.createdAt),
        expiresAt: instantOrNull(token.expiresAt),
        revokedAt: instantOrNull(token.revokedAt),
      })),
    };
  });

  bind('createToken', async ({ params: { appId }, body: { name, scopes, expiresAt }, change }) =>
    change(async ({ tx, note }) => {
      const created = await createToken(tx, { appId, name, scopes, expiresAt: expiresAt ?? null });
      note({ target: created.id, details: { name, scopes, expiresAt: instantOrNull(expiresAt ?? null) } });
      return created;
    }),
  );

  bind('revokeToken', async ({ params: { appId, tokenId }, change }) =>
    change(async ({ tx }) => {
      const valid = (await listTokens(tx, appId)).some(({ id, revokedAt }) => id === tokenId && !revokedAt);
      if (!valid) throw new ApiError('not_found', { message: 'There is no active token with this ID.' });
      await revokeToken(tx, tokenId);
      return OK;
    }),
  );

  bind('listPrices', async ({ params }) => ({ data: await listPrices(db, params.appId) }));

  bind('setPrice', async ({ params: { appId }, body, change }) =>
    change(async ({ tx, note }) => {
      const price = await setPrice(tx, { ...body, appId });
      note({ target: price.id, details: body });
      return price;
    }),
  );

  bind('removePrice', async ({ params: { appId, priceId }, change }) =>
    change(async ({ tx, note }) => {
      const price = (await listPrices(tx, appId)).find(({ id }) => id === priceId);
      if (!price) throw new ApiError('not_found', { message: 'There is no price with this ID.' });
      note({ details: { model: price.model } });
      await removePrice(tx, priceId);
      return OK;
    }),
  );
}

async function find(db: Kysely<Tables>, appId: string): Promise<AccountApplication> {
  const found = await getApplication(db, appId);
  if (!found) throw new ApiError('not_found');
  return found;
}

/** Includes the URL that payloads are sent to. */
export function showApplication(
  people: PeopleContext,
  { createdAt, archivedAt, sample, ...rest }: AccountApplication,
) {
  return {
    ...rest,
    ingestUrl: `${people.baseUrl}/track`,
    createdAt: instant(createdAt),
    archivedAt: instantOrNull(archivedAt),
    sample: sample === 1,
  };
}
