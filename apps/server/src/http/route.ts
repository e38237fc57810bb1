// The only bridge from the contract to Fastify: checks access, reads and checks the input, shapes the answer.
import { type Api, api } from '@cellar/contract/api.ts';
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@cellar/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Authenticate, admit, type Member } from './access.ts';
import { AppError } from './errors.ts';

export interface Context<E extends AnyEndpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Present wherever the endpoint's access demands a session. */
  member: E['access'] extends 'member' | 'admin' ? Member : Member | undefined;
  /** The bearer token of the session. */
  token: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Gives the answer; for an endpoint that `produces` something, writes it on the reply and gives it. */
export type Handler<E extends AnyEndpoint> = (
  context: Context<E>,
) => Promise<ResponseOf<E> extends undefined ? FastifyReply : ResponseOf<E>>;

export interface Router {
  mount<Name extends keyof Api>(name: Name, handler: Handler<Api[Name]>): void;
  /** Endpoints of the contract that nobody has mounted. */
  unmounted(): string[];
}

export function createRouter(app: FastifyInstance, authenticate: Authenticate): Router {
  const waiting = new Set<string>(Object.keys(api));
  return {
    mount(name, handler) {
      if (!waiting.delete(name)) throw new Error(`endpoint ${name} is mounted twice`);
      mountEndpoint(app, authenticate, api[name], handler as unknown as Handler<AnyEndpoint>);
    },
    unmounted: () => [...waiting],
  };
}

function mountEndpoint(
  app: FastifyInstance,
  authenticate: Authenticate,
  endpoint: AnyEndpoint,
  handler: Handler<AnyEndpoint>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Before the body is read: who may not call sends nothing in.
    onRequest: async (request) => {
      request.caller = await admit(endpoint.access, request, authenticate);
    },
    handler: async (request, reply) => {
      if (!endpoint.produces) reply.status(endpoint.status ?? 200);
      const answer = await handler({
        params: check(endpoint.params, request.params, 'params'),
        query: check(endpoint.query, request.query, 'query'),
        body: check(endpoint.body, request.body ?? {}, 'body'),
        member: request.caller.member as Member,
        token: request.caller.token,
        request,
        reply,
      });
      // Encoding by the schema strips every column that the contract does not name.
      return endpoint.response ? endpoint.response.parse(answer) : answer;
    },
  });
}

/** @throws AppError validation_failed, naming each field */
export function check<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  place: string,
): z.output<S> {
  if (!schema) return undefined as z.output<S>;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationError(result.error, place);
}

function validationError(error: z.ZodError, place: string): AppError {
  const issues = error.issues.slice(0, 20).map((issue) => ({
    path: [...(place === 'body' ? [] : [place]), ...issue.path].join('.'),
    message: issue.message,
  }));
  const first = issues[0];
  const message = first
    ? `${first.path ? `${first.path}: ` : ''}${first.message}`
    : 'The request is not valid';
  return new AppError('validation_failed', message, { issues });
}
