import type { TargetRules } from './channels/check-target.ts';
import type { Seal } from './channels/seal.ts';

/** What routes need of the sender. */
export type Notifications = {
  seal: Seal;
  rules: TargetRules;
  /** Something is due now. */
  wake: () => void;
};
