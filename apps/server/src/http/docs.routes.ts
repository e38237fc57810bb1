// Documents the API, as OpenAPI and as a readable page without scripts.

import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { escapeHtml } from '#platform/escape-markup.ts';
import type { Router } from './route.ts';

export function docsRoutes(
  router: Router,
  { version, publicUrl }: { version: string; publicUrl: string },
): void {
  let written: Promise<{ document: string; page: string }> | undefined;

  /** Runs on the first request, so that the server starts fast. */
  async function write() {
    const { openApiDocument } = await import('./openapi.ts');
    const document = JSON.stringify(openApiDocument(version, publicUrl));
    return { document, page: referencePage(JSON.parse(document)) };
  }

  router.mount('openapi', async ({ reply }) => {
    written ??= write();
    return reply.type('application/json').send((await written).document);
  });
  router.mount('docs', async ({ reply }) => {
    written ??= write();
    return reply.type('text/html; charset=utf-8').send((await written).page);
  });
}

interface Operation {
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

type Document = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: object } };

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
  code, pre { font: 0.875rem/1.45 ui-monospace, monospace; }
  pre { overflow-x: auto; padding: 0.75rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; }
  summary { cursor: pointer; padding: 0.35rem 0; }
  .method { display: inline-block; min-width: 4.5rem; font-weight: 600; }`;

function referencePage(document: Document): string {
  const operations = (Object.values(endpoints) as AnyEndpoint[])
    .map((endpoint) => {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
      return operation ? operationSection(endpoint.method, path, operation) : '';
    })
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cellar API</title><style>${style}</style></head>
<body><main><h1>Cellar API</h1>
<p>Send <code>Authorization: Bearer TOKEN</code> with an API token (Account → Security → Advanced), or with the token that
<code>POST /api/users/login</code> returns. Cellar’s <code>docs/api.md</code> explains the scopes of API tokens, with examples for curl,
PowerShell and Python. For programs, there is an OpenAPI document: <a href="/api/openapi.json">openapi.json</a>.</p>
${operations}
<h2>Schemas</h2>
${block(document.components?.schemas ?? {})}
</main></body></html>`;
}

function operationSection(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? [])
    .map((parameter) => `<li><code>${escapeHtml(parameter.name)}</code> in ${escapeHtml(parameter.in)}</li>`)
    .join('');
  const contents = (title: string, content: Record<string, { schema: unknown }> = {}) =>
    Object.entries(content)
      .map(([type, { schema }]) => `<p>${title}: <code>${escapeHtml(type)}</code></p>${block(schema)}`)
      .join('');
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  return `<details><summary><code><span class="method">${method}</span> ${escapeHtml(path)}</code>
${escapeHtml(operation.summary)}</summary><p>${escapeHtml(operation.description)}</p>
${parameters && `<ul>${parameters}</ul>`}
${contents('Request', operation.requestBody?.content)}
${contents(`Response ${success?.[0] ?? ''}`, success?.[1].content)}</details>`;
}

function block(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}
