// Downloads as a client sees them: the ticket, the file, the activity; and a download that a test can hold still.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { api } from '@cellar/contract/api.ts';
import type { ActiveDownload, Ticket } from '@cellar/contract/downloads.ts';
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

/** A ticket that was given: its address, the id of its download and the file's name. */
export async function getTicket(client: Client, target: Target, downloadId?: string) {
  const { status, body } = await askTicket(client, target, downloadId);
  if (status !== 201) throw new Error(`no ticket was given: ${JSON.stringify(body)}`);
  return body as Pick<Ticket, 'url' | 'downloadId' | 'fileName'>;
}

/** What the member is told of this download; undefined when nothing. */
export async function activityOf(client: Client, downloadId: string): Promise<ActiveDownload | undefined> {
  const { body } = await client.call(api.activeDownloads);
  return body.downloads.find((download: ActiveDownload) => download.downloadId === downloadId);
}

export interface HeldDownload {
  /** Resolves when the connection is gone, with whether the file came to its end. */
  ended: Promise<'whole' | 'cut'>;
  received(): number;
  /** Lets the rest of it come. */
  resume(): void;
  /** Goes away, as a client whose tab is closed. */
  leave(): void;
}

/** Takes the first bytes and then nothing, so that the server has to wait. */
export async function holdDownload(url: string, headers: Record<string, string> = {}): Promise<HeldDownload> {
  const request = get(url, { agent: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // A connection that is reset is an error of both.
  request.on('error', () => undefined);
  let received = 0;
  const ended = new Promise<'whole' | 'cut'>((resolve) => {
    response.on('close', () => resolve(response.complete ? 'whole' : 'cut'));
  });
  // Whoever is cut off is cut by a reset, which both hear of.
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
