// Adds our own properties to Fastify's types.
import type { Caller } from './access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }

  interface FastifyContextConfig {
    /** The route reads the multipart body itself, which may take long. */
    isStreamed?: boolean;
  }
}
