// What one endpoint of the API is, as data. The server mounts from it, the web page calls from it, the tests sweep it.
import type { z } from 'zod';

/**
 * Who may call an endpoint.
 * - `public`: anybody.
 * - `member`: a session of an approved, verified account that is not suspended.
 * - `admin`: a member with `isAdmin`.
 * - `ticket`: a download ticket in `?ticket=`, or a member's session.
 */
export type Access = 'public' | 'member' | 'admin' | 'ticket';

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
  /** With `:name` for each parameter. */
  path: string;
  access: Who;
  summary: string;
  params?: Params;
  query?: Query;
  /** A JSON body. */
  body?: Body;
  /** Of a JSON body, where it may be larger than others. */
  maxBodyBytes?: number;
  /** A form in place of the JSON body is taken too, and counts as no body at all: one-click unsubscribing (RFC 8058). */
  takesForm?: true;
  /** A multipart body, in place of `body`; its file is read as a stream. */
  multipart?: MultipartBody;
  /** The JSON answer. Absent: the answer is `produces`, written by the handler itself. */
  response?: Response;
  /** Status of success; 200 where it is not said. */
  status?: 200 | 201 | 202;
  /** Media type of an answer that is not JSON. */
  produces?: string;
}

/** Gives an endpoint its exact type, so that handlers and callers infer their shapes from it. */
export function endpoint<
  Who extends Access,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(definition: Endpoint<Params, Query, Body, Response, Who>): Endpoint<Params, Query, Body, Response, Who> {
  return definition;
}

// biome-ignore lint/suspicious/noExplicitAny: stands for every endpoint, whatever its schemas
export type AnyEndpoint = Endpoint<any, any, any, any>;

export type ParamsOf<E extends AnyEndpoint> = z.output<NonNullable<E['params']>>;
export type QueryOf<E extends AnyEndpoint> = z.output<NonNullable<E['query']>>;
export type BodyOf<E extends AnyEndpoint> = z.output<NonNullable<E['body']>>;
export type QueryInputOf<E extends AnyEndpoint> = z.input<NonNullable<E['query']>>;
export type BodyInputOf<E extends AnyEndpoint> = z.input<NonNullable<E['body']>>;
/** `undefined` for an endpoint that `produces` something of its own. */
export type ResponseOf<E extends AnyEndpoint> = z.output<NonNullable<E['response']>>;
