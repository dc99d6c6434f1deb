import type { Format, InteractionType } from '@parley/contract';
import type { User } from './people.ts';

/** What a client posts, without the keys. */
export type Payload = {
  reconify: { format: Format; type: InteractionType; version: string };
  timestamps: { request: number; response: number };
  session?: string;
  sessionTimeout?: number;
  user?: User;
  request: object;
  response: object;
};
