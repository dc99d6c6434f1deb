import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.ts';
import { Issue } from './record.ts';

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Body of every error response. */
export const ErrorBody = z.object({
  status: z.literal('error'),
  code: z.enum(CODES),
  message: z.string().describe('One sentence'),
  issues: z.array(Issue).describe('Everything that is wrong, and where; often empty'),
  requestId: z.uuid().describe('Found again in the log of the server'),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
