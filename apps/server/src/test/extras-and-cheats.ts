// Updates and extras as a client sees them.
import { api } from '@cellar/contract/api.ts';
import type { Extra } from '@cellar/contract/transfer/extras.ts';
import type { Services } from '#start/services.ts';
import type { Answer, Client } from './client.ts';
import { sampleArchive } from './factories.ts';
import { formOf } from './sample-upload.ts';

interface SampleExtra {
  facts?: Record<string, string>;
  fileName?: string;
  bytes?: Buffer;
}

/** Sends an extra in one request. */
export function sendExtra(
  admin: Client,
  gameId: string,
  { facts = {}, fileName = 'patch-1.2.zip', bytes = sampleArchive(3000) }: SampleExtra = {},
): Promise<Answer> {
  const fields = { kind: 'update', name: 'Patch', version: '1.2', ...facts };
  const form = formOf([...Object.entries(fields), ['gameFile', bytes]], fileName);
  return admin.call(api.addExtra, { params: { id: gameId }, form });
}

/** Adds an extra and computes its digest. Returns the extra as members see it. */
export async function addExtra(
  services: Services,
  admin: Client,
  gameId: string,
  sample: SampleExtra = {},
): Promise<Extra> {
  const known = new Set((await listExtras(admin, gameId)).map(({ _id }) => _id));
  const { status, body } = await sendExtra(admin, gameId, sample);
  if (status !== 201) throw new Error(`the extra was refused: ${JSON.stringify(body)}`);
  await services.files.digestFiles();
  const added = (await listExtras(admin, gameId)).find(({ _id }) => !known.has(_id));
  if (!added) throw new Error('the extra was not added');
  return added;
}

export async function listExtras(client: Client, gameId: string): Promise<Extra[]> {
  const { body } = await client.call(api.getGame, { params: { id: gameId } });
  return body.extras;
}

export async function getExtraTicket(client: Client, gameId: string, extraId: string, downloadId: string) {
  const answer = await client.call(api.createExtraTicket, {
    params: { id: gameId, extraId },
    json: { downloadId },
  });
  if (answer.status !== 201) throw new Error(`no ticket was created: ${JSON.stringify(answer.body)}`);
  return answer.body as { url: string; fileName: string; sha256: string };
}

// Uploads and downloads cheat files.

export const cheatFields = { name: 'God Mode', platform: 'Windows', type: 'trainer' };

type Part = [name: string, value: string];

interface SampleCheat {
  fields?: Record<string, string>;
  file?: Buffer | undefined;
  fileName?: string;
  /** Sends the file before the fields, which the specification allows. */
  isFileFirst?: boolean;
}

export const sampleProgram = Buffer.from('MZ, but no program at all. '.repeat(200));

export function addCheat(
  admin: Client,
  gameId: string,
  { fields = {}, file = sampleProgram, fileName = 'trainer.exe', isFileFirst = false }: SampleCheat = {},
): Promise<Answer> {
  const form = new FormData();
  const texts: Part[] = Object.entries({ ...cheatFields, ...fields });
  const appendFile = () => form.append('cheatFile', new Blob([new Uint8Array(file)]), fileName);
  if (isFileFirst) appendFile();
  for (const [name, value] of texts) form.append(name, value);
  if (!isFileFirst) appendFile();
  return admin.call(api.addCheat, { params: { id: gameId }, form });
}

export function cheatPath(gameId: string, cheatId: string): string {
  return `/api/games/${gameId}/cheat-files/${cheatId}/download`;
}

export async function downloadCheat(client: Client, gameId: string, cheatId: string): Promise<Buffer> {
  const response = await client.fetch(cheatPath(gameId, cheatId));
  if (response.status !== 200) throw new Error(`the download was answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
