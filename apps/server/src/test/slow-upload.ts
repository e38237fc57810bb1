// An upload request whose bytes a test sends step by step, and whose connection the test can cut.
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './client.ts';
import type { Fields } from './sample-upload.ts';

export interface SlowUpload {
  /** Sends more bytes of the file. Resolves a moment later, when the server has received them. */
  write(bytes: Buffer): Promise<void>;
  /** Ends the form and the request. */
  finish(): void;
  /** Ends the request before the form is complete. */
  breakOff(): void;
  /** Cuts the connection. */
  cut(): void;
  /** Rejects when the connection is cut. */
  // biome-ignore lint/suspicious/noExplicitAny: every response has a different shape, which the test asserts
  answer: Promise<{ status: number; body: any }>;
}

const boundary = 'cellar-test-boundary';

/** Sends the fields, and the header of the file part. */
export function beginUpload(
  url: string,
  account: Account | undefined,
  fields: Fields,
  fileField = 'gameFile',
): SlowUpload {
  const request = httpRequest(url, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${account?.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answer = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', async (response) => {
      const pieces: Buffer[] = [];
      try {
        for await (const piece of response) pieces.push(piece);
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(pieces).toString()) });
      } catch (error) {
        reject(error);
      }
    });
  });
  // Prevents an unhandled rejection if the test cuts the connection.
  answer.catch(() => undefined);
  request.write(Object.entries(fields).map(fieldPart).join(''));
  request.write(filePart(fileField));
  return {
    answer,
    async write(bytes) {
      if (!request.write(bytes)) await once(request, 'drain');
      await sleep(50);
    },
    finish: () => request.end(`\r\n--${boundary}--\r\n`),
    breakOff: () => request.end(),
    cut: () => request.destroy(),
  };
}

function fieldPart([name, value]: [string, string]): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function filePart(name: string): string {
  const disposition = `Content-Disposition: form-data; name="${name}"; filename="sample.zip"`;
  return `--${boundary}\r\n${disposition}\r\nContent-Type: application/zip\r\n\r\n`;
}
