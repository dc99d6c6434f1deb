/** The version of Parley and the Node version it needs, from the root package.json. */
import packageJson from '../../../package.json' with { type: 'json' };

export const VERSION: string = packageJson.version;
/** The first Node version that runs TypeScript sources without a build. */
export const OLDEST_NODE = Number(/\d+/.exec(packageJson.engines.node)?.[0]);
