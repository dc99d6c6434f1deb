import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needsOf } from './needs.ts';

function needsIn(modules: Record<string, string>): string[] {
  return [...needsOf('server/test/a.test.ts', (path) => modules[path] ?? null)].sort();
}

describe('what a test file needs', () => {
  it('is nothing for a file that imports no provider', () => {
    const modules = {
      'server/test/a.test.ts': "import { storeProxy } from './x.ts';",
      'server/test/x.ts': 'export const storeProxy = 1;',
    };
    assert.deepEqual(needsIn(modules), []);
  });

  it('is what it imports itself, and what the modules import that it imports', () => {
    const modules = {
      'server/test/a.test.ts':
        "import {\n  type Cleanup,\n  storeProxy,\n} from './support/store-proxy.ts';\nimport './open.ts';",
      'server/test/open.ts': "import { open } from '../../console/e2e/open.ts';",
      'console/e2e/open.ts': "import { launchBrowser } from './support/launch.ts';",
    };
    assert.deepEqual(needsIn(modules), ['browser', 'engine']);
  });

  it('is not what a provider has and the file does not import', () => {
    const modules = {
      'server/test/a.test.ts': "import { makeMetadata } from './support/metadata-address.ts';",
      'server/test/support/metadata-address.ts': 'export function testPostgres() {}',
    };
    assert.deepEqual(needsIn(modules), []);
  });

  it('is found where modules import each other', () => {
    const modules = {
      'server/test/a.test.ts': "import './b.ts';",
      'server/test/b.ts': "import './a.test.ts';\nimport { engineSocket } from './support/store-proxy.ts';",
    };
    assert.deepEqual(needsIn(modules), ['engine']);
  });
});
