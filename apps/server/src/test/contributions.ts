// Contributions as contributors and admins see them.
import { api } from '@cellar/contract/api.ts';
import type { Contribution } from '@cellar/contract/club/contributions.ts';
import type { Client } from './client.ts';
import { complete, type SampleUpload, sampleUpload, sendAll } from './sample-upload.ts';

/** Uploads a file as a contributor does. Returns the contribution and the game that holds its file. */
export async function contribute(
  contributor: Client,
  changes: Partial<SampleUpload> = {},
): Promise<{ contribution: Contribution; gameId: string; upload: SampleUpload }> {
  const upload = sampleUpload(changes);
  await sendAll(contributor, upload);
  const { status, body } = await complete(contributor, upload);
  if (status !== 201) throw new Error(`the contribution was refused: ${JSON.stringify(body)}`);
  const contribution = (await listOwn(contributor)).find(({ gameId }) => gameId === body._id);
  if (!contribution) throw new Error('the contribution is not listed');
  return { contribution, gameId: body._id, upload };
}

export async function listOwn(contributor: Client): Promise<Contribution[]> {
  return (await contributor.call(api.listMyContributions)).body.contributions;
}

export async function listForReview(admin: Client, show = 'waiting'): Promise<Contribution[]> {
  return (await admin.call(api.listContributions, { query: { show } })).body.contributions;
}

export const accept = (admin: Client, id: string) => admin.call(api.acceptContribution, { params: { id } });

export const decline = (admin: Client, id: string, reason = 'It is damaged.') =>
  admin.call(api.declineContribution, { params: { id }, json: { reason } });

export const withdraw = (contributor: Client, id: string) =>
  contributor.call(api.withdrawContribution, { params: { id } });
