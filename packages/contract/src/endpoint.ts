// The definition of an API endpoint as data.
import type { z } from 'zod';

/**
 * The callers that may use an endpoint.
 * - `public`: everyone.
 * - `member`: a session of an approved and verified account that is not suspended.
 * - `contributor`: a member with `isContributor` or `isAdmin`.
 * - `admin`: a member with `isAdmin`.
 * - `ticket`: a download ticket in `?ticket=`, or a member's session.
 * - `monitor`: METRICS_TOKEN, or a program on the server's own machine.
 */
export type Access = 'public' | 'member' | 'contributor' | 'admin' | 'ticket' | 'monitor';

/** What an API token may be used for. No scope includes another one. */
export const scopes = ['read', 'download', 'upload', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A multipart/form-data body: text fields, and at most one file part of the given name. */
export interface MultipartBody<Fields extends z.ZodType = z.ZodType> {
  fields: Fields;
  file: string;
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  method: Method;
  /** Parameters are written `:name`. */
  path: string;
  access: Who;
  /** The scope that an API token needs; `session` refuses every API token. Default: see `scopeOf`. */
  scope?: Scope | 'session';
  /** Only for sessions whose password or passkey was checked within the last 10 minutes. */
  isSensitive?: true;
  /** Also for members who have yet to set up the second factor that the site requires. */
  isBeforeSecondFactor?: true;
  /**
   * How much of the disk space that is reserved for admins it may use up when the disk of the database is full. By default nothing, and
   * everything for admins and deletions.
   */
  reserve?: 'half' | 'all';
  summary: string;
  params?: Params;
  query?: Query;
  /** A JSON body. */
  body?: Body;
  /** The limit of the JSON body, if it is higher than the usual one. */
  maxBodyBytes?: number;
  /** Also accepts a form and treats it as an empty body, for one-click unsubscription (RFC 8058). */
  takesForm?: true;
  /** A multipart body, instead of `body`. Its file is read as a stream. */
  multipart?: MultipartBody;
  /** The JSON response. If absent, the handler writes a response of the type `produces`. */
  response?: Response;
  /** The status of a successful response. Default: 200. */
  status?: 200 | 201 | 202;
  /** The media type of a response that has no `response` schema. */
  produces?: string;
}

/** Returns the endpoint with the exact types of its schemas. The types of its handler and of its callers follow from them. */
export function endpoint<
  Who extends Access,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(
  method: Method,
  path: string,
  access: Who,
  more: Omit<Endpoint<Params, Query, Body, Response>, 'method' | 'path' | 'access'>,
): Endpoint<Params, Query, Body, Response, Who> {
  return { method, path, access, ...more };
}

// biome-ignore lint/suspicious/noExplicitAny: stands for every endpoint, whatever its schemas
export type AnyEndpoint = Endpoint<any, any, any, any>;

export type ParamsOf<E extends AnyEndpoint> = z.output<NonNullable<E['params']>>;
export type QueryOf<E extends AnyEndpoint> = z.output<NonNullable<E['query']>>;
export type BodyOf<E extends AnyEndpoint> = z.output<NonNullable<E['body']>>;
export type QueryInputOf<E extends AnyEndpoint> = z.input<NonNullable<E['query']>>;
export type BodyInputOf<E extends AnyEndpoint> = z.input<NonNullable<E['body']>>;
/** `undefined` for an endpoint without a `response` schema. */
export type ResponseOf<E extends AnyEndpoint> = z.output<NonNullable<E['response']>>;

/**
 * Returns the scope that an API token needs for an endpoint, or `session` if API tokens can't be used there. By default, tokens
 * can't change anything except as an admin or a contributor.
 */
export function scopeOf({ access, method, scope, isSensitive }: AnyEndpoint): Scope | 'session' {
  if (isSensitive) return 'session';
  if (scope) return scope;
  if (access === 'admin') return 'admin';
  if (access === 'contributor') return 'upload';
  if (access === 'ticket') return 'download';
  return method === 'GET' ? 'read' : 'session';
}
