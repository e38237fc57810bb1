// A rival of the download rows, as a separate process: a Fastify server with the usual plugin for files.
import { fastifyStatic } from '@fastify/static';
import Fastify from 'fastify';
import { generate } from './generator.ts';

export interface StaticServer {
  port: number;
  root: string;
}

generate<StaticServer, null>(async ({ port, root }, phases) => {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(fastifyStatic, { root });
  await app.listen({ host: '127.0.0.1', port });
  phases.measuring();
  await phases.stopped;
  await app.close();
  return null;
});
