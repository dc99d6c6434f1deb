/** The version of Parley: the one in the package.json at the root. */
import packageJson from '../../package.json' with { type: 'json' };

export const VERSION: string = packageJson.version;
