/** Labels that the applications set on their calls. */
import type { Labels } from '@parley/contract';
import type { Application } from './applications.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

const STAGING = 0.12;

export function labelsOf({ features }: Application, { customer }: Person, random: Random): Labels {
  return {
    environment: random.next() < STAGING ? 'staging' : 'production',
    feature: random.pick(features),
    ...(customer ? { customer } : {}),
  };
}
