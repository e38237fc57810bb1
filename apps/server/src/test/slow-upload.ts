// An upload request that a test holds in its hand: it decides when which bytes go out, and may cut the connection.
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './client.ts';
import type { Fields } from './sample-upload.ts';

export interface SlowUpload {
  /** More bytes of the file; resolves once they have left, with a moment for the server to take them in. */
  write(bytes: Buffer): Promise<void>;
  /** Ends the form as it should be ended. */
  finish(): void;
  /** Ends the request, but not the form. */
  breakOff(): void;
  /** Cuts the connection. */
  cut(): void;
  /** Rejects when the connection is cut. */
  // biome-ignore lint/suspicious/noExplicitAny: every answer has another shape, and the test says which it expects
  answer: Promise<{ status: number; body: any }>;
}

const boundary = 'cellar-test-boundary';

/** Begins the request: the fields, then the head of the file part. */
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
  // Who cuts the connection expects no answer.
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
