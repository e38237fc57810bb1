// Admins who upload games, check and delete them, edit others, and look at their pages.
import { setTimeout as pause } from 'node:timers/promises';
import { ask, askJson, checkDigest, logIn, logOut } from './ask.ts';
import { createTicket, downloadFile, fastLine, type StoredFile } from './download-file.ts';
import { shortLived } from './members.ts';
import { between, isLucky, pick, repeat, think, type Visitor } from './site.ts';
import { completeUpload, inventGame, sendChunks } from './upload-game.ts';

const roundsPerLogin = 12;
const thinkMs = 4000;
/** A background thread computes the digest of a new file, also when the machine is busy. */
const mostDigestMs = 60_000;

interface Admin {
  visitor: Visitor;
  token: string;
  /** For titles that never occur twice. */
  name: string;
}

/** Returns when the soak is over and everything that was uploaded is deleted. */
export async function administrate(visitor: Visitor, email: string, number: number): Promise<void> {
  let round = 0;
  await repeat(visitor, async () => {
    const token = await logIn(visitor, email);
    try {
      for (let count = 0; count < roundsPerLogin; count += 1) {
        round += 1;
        const admin = { visitor, token, name: `${number}-${round}` };
        const dice = visitor.random();
        await (dice < 0.6 ? uploadAndDelete(admin) : dice < 0.85 ? editGame(admin) : openPages(admin));
        await think(visitor, thinkMs);
      }
      // The log would grow for as long as the soak runs.
      await ask(visitor, '/api/download-activity/all-activity/clear', { method: 'DELETE', token });
    } finally {
      await logOut(visitor, token);
    }
  });
}

async function uploadAndDelete({ visitor, token, name }: Admin): Promise<void> {
  const game = inventGame(visitor, `${shortLived} ${name}`, Math.round(between(visitor, 2, 10)));
  const isGivenUp = isLucky(visitor, 0.15);
  let gameId: string | undefined;
  try {
    await sendChunks(visitor, { token, game, chance: 0.08 });
    if (isGivenUp) return;
    const file = await completeUpload(visitor, token, game);
    gameId = file.gameId;
    await checkDigestOfServer(visitor, token, file);
    await checkByDownload(visitor, { token, name, file });
    await think(visitor, thinkMs);
  } finally {
    // Also at the end of the soak, so that the data folder becomes as small as it was.
    if (gameId) await ask(visitor, `/api/games/${gameId}`, { method: 'DELETE', token });
    else await cancelUpload(visitor, token, game.uploadId);
  }
}

/** An upload whose first chunk was never stored is not known. */
async function cancelUpload(visitor: Visitor, token: string, uploadId: string): Promise<void> {
  await ask(visitor, `/api/games/cancel/${uploadId}`, { method: 'POST', token, expected: [200, 404] });
}

async function checkDigestOfServer(visitor: Visitor, token: string, file: StoredFile): Promise<void> {
  for (const deadline = Date.now() + mostDigestMs; Date.now() < deadline; ) {
    const path = `/api/games/${file.gameId}`;
    const game = await askJson<{ gameFiles: { sha256: string | null }[] }>(visitor, path, { token });
    const digest = game.gameFiles[0]?.sha256;
    if (digest) return checkDigest(visitor, 'the digest of a file', digest, file.sha256);
    await pause(500, undefined, { signal: visitor.site.over });
  }
  throw new Error(`a file had no digest after ${mostDigestMs / 1000} s`);
}

async function checkByDownload(
  visitor: Visitor,
  { token, name, file }: { token: string; name: string; file: StoredFile },
): Promise<void> {
  const path = await createTicket(visitor, { token, gameId: file.gameId, downloadId: `check-${name}` });
  await downloadFile(visitor, { path, file, line: fastLine });
}

async function editGame({ visitor, token, name }: Admin): Promise<void> {
  const page = 1 + Math.floor(visitor.random() * 400);
  const query = `sort=titleAsc&page=${page}`;
  const { games } = await askJson<{ games: { _id: string; title: string }[] }>(
    visitor,
    `/api/games?${query}`,
    {
      token,
    },
  );
  const { _id, title } = pick(visitor, games);
  if (title.startsWith(shortLived)) return;
  const path = `/api/games/${_id}`;
  const { revision } = await askJson<{ revision: number }>(visitor, path, { token });
  const json = {
    revision,
    rating: Math.round(visitor.random() * 100),
    description: `Edited in round ${name}.`,
  };
  // Another admin may have been faster.
  const answer = await ask(visitor, path, { method: 'PUT', token, json, expected: [200, 409] });
  if (answer.status === 409) return;
  visitor.site.tally.counts.edits += 1;
  const edited = await askJson<{ description: string; revision: number }>(visitor, path, { token });
  if (edited.revision === revision + 1 && edited.description !== json.description) {
    throw new Error('an edit is not in the game');
  }
}

async function openPages({ visitor, token }: Admin): Promise<void> {
  await ask(visitor, '/api/admin/games', { token });
  await ask(visitor, '/api/admin/audit', { token });
  await ask(visitor, '/api/admin/health', { token });
  await ask(visitor, '/api/download-activity/all-activity', { token });
  await ask(visitor, '/api/download-activity/running', { token });
  await ask(visitor, '/api/download-activity/stats', { token });
  await ask(visitor, '/api/users', { token });
}
