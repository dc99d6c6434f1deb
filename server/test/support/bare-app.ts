import type { FastifyInstance } from 'fastify';
import { type AppDependencies, buildApp } from '../../src/app.ts';

/** The app with nothing behind it: for questions about its addresses, not about their answers. */
export async function bareApp(consoleFolder?: string): Promise<FastifyInstance> {
  const nothing: unknown = new Proxy(() => nothing, {
    get: (_, name) => (name === 'then' ? undefined : nothing),
  });
  // Whatever parts there are: none of them is used until somebody asks for data.
  const app = buildApp(nothing as AppDependencies, consoleFolder);
  await app.ready();
  return app;
}
