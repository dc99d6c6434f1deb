/** `POST /v1/accounts/:accountId/sample`: sample data to explore before anything is connected. */
import type { Access } from '../../accounts/access.ts';
import { getApplication } from '../../accounts/applications/account-applications.ts';
import { createApplication } from '../../accounts/applications/create-application.ts';
import { findSample } from '../../accounts/applications/find-sample.ts';
import { requestDeletion } from '../../accounts/applications/request-deletion.ts';
import { revokeKey } from '../../accounts/keys/revoke-key.ts';
import { ApiError } from '../../base/errors.ts';
import type { ScoreIngest } from '../../ingest/take-scores.ts';
import { loadSample } from '../../sample/load-sample.ts';
import type { Bind } from '../bind.ts';
import type { PeopleContext } from '../people/people-context.ts';
import { showApplication } from './application-routes.ts';

export type SampleSources = { people: PeopleContext; access: Access; ingest: ScoreIngest };

const SAMPLE_NAME = 'Sample data';

export function sampleRoute(bind: Bind, { people, access, ingest }: SampleSources): void {
  const { db } = people;

  /** An account has at most one sample application: a repeated call returns the same. */
  bind('loadSample', async ({ params: { accountId }, change }) => {
    const there = await findSample(db, accountId);
    if (there !== null) return show(there);
    const made = await change(async ({ tx, note }) => {
      const meanwhile = await findSample(tx, accountId);
      if (meanwhile !== null) return { id: meanwhile, key: null };
      const { id, appKey, apiKey, keyId } = await createApplication(tx, {
        name: SAMPLE_NAME,
        accountId,
        sample: true,
      });
      note({ appId: id, target: id, details: { name: SAMPLE_NAME } });
      return { id, key: { id: keyId, appKey, apiKey } };
    });
    if (made.key) await fill(made.id, made.key);
    return show(made.id);
  });

  /** Loads the data and revokes the key, which was shown to nobody. */
  async function fill(appId: string, key: { id: string; appKey: string; apiKey: string }): Promise<void> {
    try {
      await loadSample(ingest, { appKey: key.appKey, apiKey: key.apiKey });
      await revokeKey(db, key.id);
    } catch (error) {
      // Half of the data would be worse than none, and would block another attempt.
      await requestDeletion(db, appId);
      throw error;
    } finally {
      await access.refresh();
    }
  }

  async function show(appId: string) {
    const application = await getApplication(db, appId);
    if (!application) throw new ApiError('not_found');
    return showApplication(people, application);
  }
}
