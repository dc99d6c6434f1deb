import type { Format, InteractionType, Labels } from '@parley/contract';
import type { User } from './people.ts';
import type { Span } from './visit.ts';

/** A client's payload, without the keys. */
export type Payload = {
  reconify: { format: Format; type: InteractionType; version: string };
  timestamps: { request: number; response: number; firstToken?: number };
  session?: string;
  sessionTimeout?: number;
  user?: User;
  labels?: Labels;
  trace?: Span;
  request: object;
  response: object;
};
