// Adds our own properties to Fastify's types.
import type { Endpoints } from '@cellar/contract/endpoints.ts';
import type { Caller } from './access.ts';
import type { Drain } from './drain.ts';
import type { Fault } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain;
  }

  interface FastifyRequest {
    caller: Caller;
    /** What failed while the request was handled. Set where errors are classified, counted by measure-requests.ts. */
    fault?: Fault;
  }

  interface FastifyContextConfig {
    /** The name in the contract. The files of the web page have none. */
    endpoint?: keyof Endpoints;
    /** The route reads the multipart body itself, which may take long. */
    isStreamed?: boolean;
  }
}
