// What is hung on Fastify's own types: who the request comes from, and how its route takes a body.
import type { Caller } from './access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }

  interface FastifyContextConfig {
    /** Its multipart body is read by the route itself, and may take long. */
    isStreamed?: boolean;
  }
}
