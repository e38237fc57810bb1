// Sends the requests of an upload, and accepts only answers that have the shape of Cellar's.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import type { ChunkStored } from '@cellar/contract/transfer/uploads.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { foreignAnswer } from '#lib/api-error.ts';
import type { UploadInput } from './upload-plan.ts';

type Api = Pick<ApiClient, 'sendForm'>;

interface Sending {
  form: FormData;
  signal: AbortSignal;
  onProgress?: ((sent: number) => void) | undefined;
}

export async function sendChunk(api: Api, input: UploadInput, sending: Sending): Promise<void> {
  const answer = await send(api, input, sending);
  const isStored = answer !== null && typeof answer === 'object' && 'chunkNumber' in answer;
  if (!isStored || String(answer.chunkNumber) !== sending.form.get('chunkNumber')) throw foreignAnswer(200);
}

export async function sendCompletion(api: Api, input: UploadInput, sending: Sending): Promise<Game> {
  const answer = await send(api, input, sending);
  if (answer !== null && typeof answer === 'object' && '_id' in answer) return answer;
  throw foreignAnswer(200);
}

function send(api: Api, { gameId, extra }: UploadInput, options: Sending): Promise<Game | ChunkStored> {
  if (gameId === undefined) return api.sendForm(contributorApi.addGame, options);
  const ofGame = { params: { id: gameId }, ...options };
  if (extra) return api.sendForm(contributorApi.addExtra, ofGame);
  return api.sendForm(contributorApi.addFile, ofGame);
}
