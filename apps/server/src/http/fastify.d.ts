// Adds our own properties to Fastify's types.
import type { Caller } from './access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }

  interface FastifyContextConfig {
    /** The route itself reads the multipart body, which may take long. */
    isStreamed?: boolean;
  }
}
