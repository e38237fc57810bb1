// The API client for tests in Node. Node has no XMLHttpRequest, so forms are sent with fetch.
import { type ApiClient, createApiClient, urlOf } from './api-client.ts';
import { networkError, parseAnswer } from './api-error.ts';

export function createTestClient(baseUrl: string): ApiClient {
  const client = createApiClient({ baseUrl, getToken: () => 'token', onUnauthorized: () => {} });
  return {
    call: client.call,
    open: client.open,
    fetchFile: client.fetchFile,
    sendForm: async (endpoint, { params, form, onProgress, signal }) => {
      const file = form.get('gameFile');
      // Reports progress like a browser: first half of the file, then more bytes than the file has.
      if (file instanceof File) onProgress?.(Math.floor(file.size / 2), file.size + 500);
      // Node's fetch fails if a form is aborted while being read, so it receives all bytes at once.
      const encoded = new Response(form);
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
      const body = await encoded.arrayBuffer();
      signal?.throwIfAborted();
      const init: RequestInit = { method: endpoint.method, headers, body, signal: signal ?? null };
      const response = await fetch(baseUrl + urlOf(endpoint, { params }), init).catch((): never => {
        signal?.throwIfAborted();
        throw networkError();
      });
      if (file instanceof File) onProgress?.(file.size + 500, file.size + 500);
      return parseAnswer(response.status, await response.text(), response.headers) as never;
    },
  };
}
