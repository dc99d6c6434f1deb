import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Status } from '@parley/contract';
import { storeNotice } from './store-notice.ts';

const UP: Status = {
  store: { state: 'up', silentSeconds: 0, reason: null },
  journal: { waiting: 3, oldestSeconds: 0.4, refusing: null },
};
type Change = { store?: Partial<Status['store']>; journal?: Partial<Status['journal']> };
const said = ({ store, journal }: Change) => {
  const notice = storeNotice({ store: { ...UP.store, ...store }, journal: { ...UP.journal, ...journal } });
  return notice && `${notice.title} ${notice.detail}`;
};
const silent = { state: 'silent', silentSeconds: 12.3 } as const;

describe('the notice about the store', () => {
  it('there is no notice while the store works', () => {
    assert.equal(said({}), null);
  });

  it('it shows how long the store has not answered, and what waits', () => {
    assert.equal(
      said({ store: silent, journal: { waiting: 214 } }),
      'The store has not answered for 12 s. Nothing is lost: 214 interactions wait in the journal.',
    );
    assert.equal(
      said({ store: { ...silent, silentSeconds: 190 }, journal: { waiting: 1 } }),
      'The store has not answered for 3 min. Nothing is lost: 1 interaction waits in the journal.',
    );
    assert.equal(
      said({ store: silent, journal: { waiting: 0 } }),
      'The store has not answered for 12 s. Nothing is lost: new interactions wait in the journal.',
    );
  });

  it('it does not say that nothing is lost while payloads are refused', () => {
    const refusing = 'only 1.0 MiB are free on the journal’s disk, and 16.0 MiB must stay free';
    assert.equal(
      said({ store: silent, journal: { waiting: 2140, refusing } }),
      `The store has not answered for 12 s. 2,140 interactions wait in the journal. New interactions are refused: ${refusing}.`,
    );
    assert.equal(
      said({ store: silent, journal: { waiting: 0, refusing } }),
      `The store has not answered for 12 s. New interactions are refused: ${refusing}.`,
    );
  });

  it('starting, lagging and too new stores are distinguished from silent ones', () => {
    assert.match(said({ store: { state: 'starting' } }) ?? '', /^The store is starting\. Nothing is lost/);
    assert.match(
      said({ store: { state: 'behind' }, journal: { oldestSeconds: 125 } }) ?? '',
      /^The store is behind by 2 min\./,
    );
    assert.match(
      said({ store: { state: 'refused', reason: 'A newer version has written to it.' } }) ?? '',
      /^Nothing is written to the store\. A newer version has written to it\. Nothing is lost/,
    );
  });
});
