import { type AnyEndpoint, scopeOf } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { errorBody } from '@cellar/contract/errors.ts';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';

const accessNotes: Record<AnyEndpoint['access'], string> = {
  public: 'For everyone.',
  member: 'For members.',
  contributor: 'For contributors and admins.',
  admin: 'For admins.',
  ticket: 'With a download ticket, or for members.',
  monitor: 'With METRICS_TOKEN as bearer token, or from the machine of the server.',
};

type Requirements = Record<string, string[]>[];

/** An empty requirement means that the credentials are optional. Other access requires a session or an API token. */
const security: Partial<Record<AnyEndpoint['access'], Requirements>> = {
  public: [],
  monitor: [{ metricsToken: [] }, {}],
};

/** Since OpenAPI 3.1, requirements of every type of scheme can name roles; here, these are the scopes of API tokens. */
function tokenRequirements(endpoint: AnyEndpoint): Requirements {
  const scope = scopeOf(endpoint);
  return scope === 'session' ? [{ session: [] }] : [{ session: [] }, { apiToken: [scope] }];
}

function accessNote(endpoint: AnyEndpoint): string {
  const note = accessNotes[endpoint.access];
  if (endpoint.access === 'public' || endpoint.access === 'monitor') return note;
  const scope = scopeOf(endpoint);
  return `${note} ${scope === 'session' ? 'Not for API tokens.' : `API tokens need the scope \`${scope}\`.`}`;
}

/** Returns the API as an OpenAPI 3.1 document, generated from the contract. */
export function openApiDocument(version: string, serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [string, AnyEndpoint][]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Cellar',
      version,
      description: 'A private, members-only game library and download site.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, created in the account page.',
        },
        metricsToken: { type: 'http', scheme: 'bearer' },
      },
    },
  });
}

function operation(name: string, endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const body = requestBody(endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    description: accessNote(endpoint),
    security: security[endpoint.access] ?? tokenRequirements(endpoint),
    requestParams: {
      ...(endpoint.params ? { path: endpoint.params } : {}),
      ...(endpoint.query ? { query: endpoint.query } : {}),
    },
    ...(body ? { requestBody: body } : {}),
    responses: {
      [`${endpoint.status ?? 200}`]: { description: 'Success', content: successContent(endpoint) },
      '4XX': { description: 'Refused', content: { 'application/json': { schema: errorBody } } },
    },
  };
}

function requestBody(endpoint: AnyEndpoint): ZodOpenApiOperationObject['requestBody'] {
  if (endpoint.body) {
    const form = { 'application/x-www-form-urlencoded': { schema: z.object({}) } };
    const content = { 'application/json': { schema: endpoint.body }, ...(endpoint.takesForm ? form : {}) };
    return { required: !endpoint.takesForm, content };
  }
  if (!endpoint.multipart) return undefined;
  const file = z.object({ [endpoint.multipart.file]: z.string().meta({ format: 'binary' }).optional() });
  return {
    required: true,
    content: { 'multipart/form-data': { schema: z.intersection(endpoint.multipart.fields, file) } },
  };
}

function successContent(endpoint: AnyEndpoint) {
  if (endpoint.response) return { 'application/json': { schema: endpoint.response } };
  return { [endpoint.produces ?? 'application/json']: { schema: z.string().meta({ format: 'binary' }) } };
}
