// The one thing that is hung on Fastify's own types: who the request comes from.
import type { Caller } from './access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
