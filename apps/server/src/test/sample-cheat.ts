// Uploads and downloads cheat files.
import { api } from '@cellar/contract/api.ts';
import type { Answer, Client } from './client.ts';

export const cheatFields = { name: 'God Mode', platform: 'Windows', type: 'trainer' };

type Part = [name: string, value: string];

export interface SampleCheat {
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
