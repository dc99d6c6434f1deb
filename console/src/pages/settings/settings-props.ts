import type { OwnAccount, OwnApplication } from '../../state/me.ts';

/** What every part of the settings is about, and who looks at it. */
export type SettingsProps = { application: OwnApplication; account: OwnAccount | undefined };
