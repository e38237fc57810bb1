// A proxy that passes requests on like nginx and sends the stored files that Cellar names (X-Accel-Redirect), so that
// nginx need not be installed. The server's own tests use the real nginx.
import { createReadStream } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SendingProxy {
  url: string;
  close(): Promise<void>;
}

interface Files {
  /** The prefix of the paths that Cellar names. */
  prefix: string;
  folder: string;
}

export async function startSendingProxy(port: number, { prefix, folder }: Files): Promise<SendingProxy> {
  const server = createServer((request, response) => {
    const proxyHeaders = { 'x-forwarded-for': '192.0.2.7', 'x-sendfile-type': 'X-Accel-Redirect' };
    const { method, url, headers } = request;
    const forwarded = send({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: { ...headers, ...proxyHeaders },
    });
    forwarded.on('response', (answer) => {
      const { 'x-accel-redirect': address, 'content-length': length, ...otherHeaders } = answer.headers;
      if (typeof address === 'string') {
        answer.resume();
        response.writeHead(200, otherHeaders);
        createReadStream(address.replace(prefix, folder)).pipe(response);
      } else {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
