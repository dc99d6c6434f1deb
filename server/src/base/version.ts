/** The version of Parley and the Node it needs: as the package.json at the root says. */
import packageJson from '../../../package.json' with { type: 'json' };

export const VERSION: string = packageJson.version;
/** The first one that runs the sources as they are. */
export const OLDEST_NODE = Number(/\d+/.exec(packageJson.engines.node)?.[0]);
