// Downloads as a client sees them: the ticket, the activity, and a download that a test can pause.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { api } from '@cellar/contract/api.ts';
import type { ActiveDownload, Ticket } from '@cellar/contract/transfer/downloads.ts';
import { newId } from '#platform/tokens.ts';
import type { Answer, Client } from './client.ts';

interface Target {
  id: string;
  platform: string;
}

export function askTicket(
  client: Client,
  { id, platform }: Target,
  downloadId = `d${newId()}`,
): Promise<Answer> {
  return client.call(api.createTicket, { params: { id, platform }, json: { downloadId } });
}

/** Creates a ticket and returns its address, the id of its download and the file name. */
export async function getTicket(client: Client, target: Target, downloadId?: string) {
  const { status, body } = await askTicket(client, target, downloadId);
  if (status !== 201) throw new Error(`no ticket was created: ${JSON.stringify(body)}`);
  return body as Pick<Ticket, 'url' | 'downloadId' | 'fileName'>;
}

/** Returns the member's active download with this id, or undefined if there is none. */
export async function activityOf(client: Client, downloadId: string): Promise<ActiveDownload | undefined> {
  const { body } = await client.call(api.activeDownloads);
  return body.downloads.find((download: ActiveDownload) => download.downloadId === downloadId);
}

export interface HeldDownload {
  /** Resolves to `whole` or `cut` when the connection closes. */
  ended: Promise<'whole' | 'cut'>;
  received(): number;
  /** Receives the rest. */
  resume(): void;
  /** Disconnects, as if the client's tab were closed. */
  leave(): void;
}

/** Receives the first bytes and then pauses, so that the server has to wait. */
export async function holdDownload(url: string, headers: Record<string, string> = {}): Promise<HeldDownload> {
  const request = get(url, { agent: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // Both emit an error if the connection is reset.
  request.on('error', () => undefined);
  let received = 0;
  const ended = new Promise<'whole' | 'cut'>((resolve) => {
    response.on('close', () => resolve(response.complete ? 'whole' : 'cut'));
  });
  for (const heard of [request, response]) heard.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    response.on('data', (piece: Buffer) => {
      if (received === 0) {
        response.pause();
        resolve();
      }
      received += piece.length;
    });
  });
  return {
    ended,
    received: () => received,
    resume: () => response.resume(),
    leave: () => request.destroy(),
  };
}
