import type { OwnAccount, OwnApplication } from '../../state/me.ts';

/** Props of all settings sections: the application and the reader's account. */
export type SettingsProps = { application: OwnApplication; account: OwnAccount | undefined };
