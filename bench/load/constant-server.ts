// The yardstick of the catalogue rows, as a separate process: a public Fastify route that answers with the same JSON as a
// constant string.
import Fastify from 'fastify';
import { generate } from './generator.ts';

export interface ConstantServer {
  port: number;
  json: string;
}

generate<ConstantServer, null>(async ({ port, json }, phases) => {
  const app = Fastify();
  app.get('/api/games', (_request, reply) => {
    void reply.type('application/json; charset=utf-8').send(json);
  });
  await app.listen({ host: '127.0.0.1', port });
  phases.measuring();
  await phases.stopped;
  await app.close();
  return null;
});
