// Mounts the endpoints of the contract on Fastify: checks access, parses the input, and encodes the response.

import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@cellar/contract/endpoint.ts';
import { type Endpoints, endpoints } from '@cellar/contract/endpoints.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { isForeignKeyViolation } from '#db/database.ts';
import { admit, type Caller, type Gate, type Member, whileAdmitted } from './access.ts';
import { AppError, storageFull } from './errors.ts';

export interface Context<E extends AnyEndpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Always present if the endpoint requires a session. */
  member: E['access'] extends 'member' | 'contributor' | 'admin' ? Member : Member | undefined;
  /** The bearer token: of the session, or an API token. */
  token: string | undefined;
  /** The session's password or passkey was checked within the last 10 minutes. */
  isConfirmed: boolean;
  /** Checks whether the caller may still use the endpoint, with the same rights. @throws AppError (401 or 403) */
  readmit(): Promise<void>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Returns the response. Handlers of endpoints with `produces` write to the reply and return it. Other handlers may do this
 * too, for example to redirect.
 */
export type Handler<E extends AnyEndpoint> = (
  context: Context<E>,
) => Promise<ResponseOf<E> extends undefined ? FastifyReply : ResponseOf<E> | FastifyReply | Encoded>;

const maxFormBytes = 4096;

/** A response that the feature has already encoded. It must match the schema of the endpoint and is sent unchanged. */
export class Encoded {
  readonly json: Buffer;

  constructor(json: Buffer) {
    this.json = json;
  }
}

export interface Router {
  mount<Name extends keyof Endpoints>(name: Name, handler: Handler<Endpoints[Name]>): void;
  /** Returns the names of the endpoints that have no handler yet. */
  unmounted(): string[];
}

export function createRouter(app: FastifyInstance, gate: Gate): Router {
  const waiting = new Set<string>(Object.keys(endpoints));
  return {
    mount(name, handler) {
      if (!waiting.delete(name)) throw new Error(`endpoint ${name} is mounted twice`);
      mountEndpoint(app, gate, name, handler as unknown as Handler<AnyEndpoint>);
    },
    unmounted: () => [...waiting],
  };
}

function mountEndpoint(
  app: FastifyInstance,
  gate: Gate,
  name: keyof Endpoints,
  handler: Handler<AnyEndpoint>,
): void {
  const endpoint: AnyEndpoint = endpoints[name];
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {}),
    config: { endpoint: name, isStreamed: endpoint.multipart !== undefined },
    // Runs before the body is read, so that bodies of refused callers are not read at all.
    onRequest: async (request) => {
      request.caller = await admit(endpoint, request, gate);
      refuseWithoutRoom(endpoint, request.caller, gate);
    },
    handler: async (request, reply) => {
      const wasAdmin = request.caller.member?.isAdmin;
      const readmit = async () => {
        request.caller = await admit(endpoint, request, gate);
        if (wasAdmin && endpoint.access === 'contributor' && !request.caller.member?.isAdmin) {
          throw new AppError('forbidden', 'You are no longer an admin.');
        }
      };
      if (isSentLong(endpoint) && request.caller.token && !reply.raw.destroyed) {
        const stopWatching = whileAdmitted(readmit, () => reply.raw.destroy());
        reply.raw.once('close', stopWatching);
      }
      // Reading the body may take long. The session may have ended in the meantime. `readMultipart` does this for streamed bodies.
      if (request.body !== undefined && request.caller.token) await readmit();
      if (!endpoint.produces) reply.status(endpoint.status ?? 200);
      const answer = await handler({
        params: check(endpoint.params, request.params, 'params'),
        query: check(endpoint.query, request.query, 'query'),
        body: check(endpoint.body, request.body ?? {}, 'body'),
        member: request.caller.member as Member,
        token: request.caller.token,
        isConfirmed: request.caller.isConfirmed ?? false,
        readmit,
        request,
        reply,
      }).catch((error) => explainDeletion(error, readmit));
      if (!endpoint.response) return answer;
      // The handler has sent a reply itself, such as a redirect. An awaited reply resolves to undefined.
      if (reply.sent) return reply;
      // Responses are for one caller, so neither proxies nor browsers may store them.
      reply.header('cache-control', 'no-store');
      if (answer instanceof Encoded) {
        reply.type('application/json; charset=utf-8');
        return answer.json;
      }
      // Parsing removes every field that the contract does not name.
      return endpoint.response.parse(answer);
    },
  };
  if (!endpoint.takesForm) return void app.route(route);
  app.register((scope, _options, done) => {
    routeWithForms(scope, route);
    done();
  });
}

/** Keeps the reserve of a full disk for admins, and for what makes room. @throws AppError storage_full */
function refuseWithoutRoom({ method, reserve }: AnyEndpoint, { member }: Caller, gate: Gate): void {
  if (method === 'GET' || method === 'DELETE' || member?.isAdmin || reserve === 'all') return;
  if (gate.reserveLeft() < (reserve === 'half' ? 1 / 2 : 1)) throw storageFull();
}

/**
 * A row that the request wanted to refer to was deleted at the same moment: the caller's account, or what the request is about.
 * @throws AppError (401, 403 or 404), or any other error unchanged
 */
async function explainDeletion(error: unknown, readmit: () => Promise<void>): Promise<never> {
  if (!isForeignKeyViolation(error)) throw error;
  await readmit();
  throw new AppError('not_found', 'What this is about was deleted a moment ago.');
}

/** Returns whether sending the response may take long. The streams of alerts check their sessions themselves, many at once. */
function isSentLong({ produces, access }: AnyEndpoint): boolean {
  return produces !== undefined && produces !== 'text/event-stream' && access !== 'public';
}

/** Accepts forms in this scope only, and ignores their content. */
function routeWithForms(scope: FastifyInstance, route: RouteOptions): void {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  scope.removeContentTypeParser('multipart/form-data');
  scope.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, _body, done) =>
    done(null, {}),
  );
  scope.route(route);
}

/** @throws AppError validation_failed with the invalid fields */
export function check<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  place: string,
): z.output<S> {
  if (!schema) return undefined as z.output<S>;
  const result = parseUntrusted(schema, value);
  if (result.success) return result.data;
  throw validationError(result.error, place);
}

/** zod compares the `length` of any value, which throws for `{ length: { toString: 1 } }`. Treats that as invalid input. */
function parseUntrusted<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new AppError('validation_failed', 'The request is not valid');
  }
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
