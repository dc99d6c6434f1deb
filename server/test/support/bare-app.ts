import type { FastifyInstance } from 'fastify';
import { type AppDependencies, buildApp } from '../../src/app.ts';

/** The app without any dependencies, for tests of its routes and not of their responses. */
export async function bareApp(consoleFolder?: string): Promise<FastifyInstance> {
  const nothing: unknown = new Proxy(() => nothing, {
    get: (_, name) => (name === 'then' ? undefined : nothing),
  });
  // No dependency is used until a request asks for data.
  const app = buildApp(nothing as AppDependencies, consoleFolder);
  await app.ready();
  return app;
}
