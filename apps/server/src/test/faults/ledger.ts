// What a client of the library knows: what was acknowledged must be there, what was refused or deleted must not, and whatever was on
// its way when the server died may be either way, but never half. A ledger outlives the server.
import { api } from '@cellar/contract/api.ts';
import { expect } from 'vitest';
import { newId } from '#platform/tokens.ts';
import type { Answer, Client } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import {
  chunkNumbersOf,
  complete,
  listUnfinished,
  type SampleUpload,
  sampleUpload,
  sendChunk,
} from '#test/sample-upload.ts';
import { sha256 } from '#test/traces.ts';
import { addCheat, downloadCheat } from '../extras-and-cheats.ts';
import { addPicture, expectPicture, showPicture } from '../sample-pictures.ts';
import { readZip } from '../zips.ts';

interface KnownGame {
  id: string;
  sha256: string;
  /** The acknowledged description, and those whose answer never came, of which any may have been stored. */
  description: string;
  unsure: string[];
  cheats: Map<string, Buffer>;
  /** The address of the acknowledged cover, and those whose answer never came. */
  cover: string;
  unsureCovers: string[];
  /** Whether a deletion is on its way or has got no answer. */
  isDeleting: boolean;
}

interface KnownUpload {
  upload: SampleUpload;
  acknowledged: Set<number>;
  /** Whether the completion was sent and has got no answer. */
  isCompleting: boolean;
}

export interface Counts {
  chunks: number;
  completions: number;
  edits: number;
  deletions: number;
  cheats: number;
  pictures: number;
}

export class Ledger {
  readonly counts: Counts = { chunks: 0, completions: 0, edits: 0, deletions: 0, cheats: 0, pictures: 0 };
  /** When the last backup began that was reported as done. */
  backedUpAt: string | undefined;
  readonly #games = new Map<string, KnownGame>();
  readonly #deleted = new Set<string>();
  readonly #uploads: KnownUpload[] = [];
  /** An acknowledged picture that no game shows yet. */
  #picture: string | undefined;
  readonly #chunkSize: number;

  constructor(chunkSize: number) {
    this.#chunkSize = chunkSize;
  }

  /** The number of acknowledged chunks and completions. The other changes are faster, so there are more of them. */
  uploadSteps(): number {
    return this.counts.chunks + this.counts.completions;
  }

  /** Changes the library until the server dies or `isOver`. Each kind of change has its own worker. */
  async work(client: Client, isOver: () => boolean): Promise<void> {
    const kinds = [this.#upload, this.#upload, this.#edit, this.#delete, this.#cheat, this.#show];
    // A worker whose request was cut off ends quietly and the others are awaited, so that none is still learning when the library is
    // compared. A failed expectation ends the work at once.
    await Promise.all(
      kinds.map(async (change) => {
        try {
          while (!isOver()) await change.call(this, client);
        } catch (error) {
          if (!isCutOff(error)) throw error;
        }
      }),
    );
  }

  async #upload(client: Client): Promise<void> {
    const known = this.#uploads.shift() ?? {
      upload: newUpload(this.#chunkSize),
      acknowledged: new Set(),
      isCompleting: false,
    };
    const { upload, acknowledged } = known;
    try {
      for (const number of chunkNumbersOf(upload)) {
        if (acknowledged.has(number)) continue;
        const { status, body } = await sendChunk(client, upload, number);
        expect([status, body.code]).toEqual([200, undefined]);
        acknowledged.add(number);
        this.counts.chunks += 1;
      }
      known.isCompleting = true;
      const { status, body } = await completeAtLast(client, upload);
      expect([status, body.code]).toEqual([201, undefined]);
      this.counts.completions += 1;
      this.#know(body._id, upload);
    } catch (error) {
      this.#uploads.push(known);
      throw error;
    }
  }

  /** Completes all uploads, so that the bytes of their chunks can be compared too. */
  async completeUploads(client: Client): Promise<void> {
    while (this.#uploads.length > 0) await this.#upload(client);
  }

  #know(id: string, upload: SampleUpload): void {
    const digest = sha256(upload.archive);
    this.#games.set(id, {
      id,
      sha256: digest,
      description: '',
      unsure: [],
      cheats: new Map(),
      cover: '',
      unsureCovers: [],
      isDeleting: false,
    });
  }

  #anyGame(): KnownGame | undefined {
    const games = [...this.#games.values()].filter(({ isDeleting }) => !isDeleting);
    return games[Math.floor(Math.random() * games.length)];
  }

  async #edit(client: Client): Promise<void> {
    const game = this.#anyGame();
    if (!game) return pause();
    const description = newId();
    game.unsure.push(description);
    const { status } = await client.call(api.editGame, { params: { id: game.id }, json: { description } });
    if (status === 404 && game.isDeleting) return;
    expect(status).toBe(200);
    this.counts.edits += 1;
    game.description = description;
    // Only this worker edits, so no other edit can follow.
    game.unsure = [];
  }

  async #cheat(client: Client): Promise<void> {
    const game = this.#anyGame();
    if (!game) return pause();
    const file = sampleArchive(40_000);
    const { status, body } = await addCheat(client, game.id, { file, fileName: 'mod.exe' });
    if (status === 404 && game.isDeleting) return;
    expect([status, body.code]).toEqual([201, undefined]);
    this.counts.cheats += 1;
    game.cheats.set(body._id, file);
  }

  /** Makes a new picture the cover and a screenshot of a game. */
  async #show(client: Client): Promise<void> {
    this.#picture = await addPicture(client);
    const game = this.#anyGame();
    if (!game) return pause();
    game.unsureCovers.push(this.#picture);
    const { status } = await showPicture(client, game.id, this.#picture);
    if (status === 404 && game.isDeleting) return;
    expect(status).toBe(200);
    this.counts.pictures += 1;
    game.cover = this.#picture;
    game.unsureCovers = [];
  }

  async #delete(client: Client): Promise<void> {
    const game = this.#games.size > 6 ? this.#anyGame() : undefined;
    if (!game) return pause();
    game.isDeleting = true;
    const { status } = await client.call(api.deleteGame, { params: { id: game.id } });
    expect([200, 404]).toContain(status);
    this.counts.deletions += 1;
    this.#forget(game);
  }

  #forget({ id }: KnownGame): void {
    this.#games.delete(id);
    this.#deleted.add(id);
  }

  /** Compares the library with what is known, and learns how the changes ended that got no answer. */
  async compare(client: Client): Promise<void> {
    const { games } = (await client.call(api.listGames, { query: { limit: 1000 } })).body;
    const there = new Map<string, string>(
      games.map(({ _id, title }: Record<string, string>) => [_id, title]),
    );
    expect([...this.#deleted].filter((id) => there.has(id))).toEqual([]);
    for (const game of [...this.#games.values()]) {
      if (!there.has(game.id)) {
        expect(game.isDeleting, `the game ${game.id} is lost`).toBe(true);
        this.#forget(game);
      } else if (game.isDeleting) {
        game.isDeleting = false;
      }
    }
    await this.#compareUploads(client, there);
    expect([...there.keys()].filter((id) => !this.#games.has(id))).toEqual([]);
    for (const game of this.#games.values()) await this.#compareFacts(client, game);
  }

  async #compareUploads(client: Client, there: Map<string, string>): Promise<void> {
    const stored = await listUnfinished(client);
    for (const known of [...this.#uploads]) {
      const { upload, acknowledged, isCompleting } = known;
      const found = stored.find(({ uploadId }) => uploadId === upload.uploadId);
      const [id] = [...there].find(([, title]) => title === upload.title) ?? [];
      if (id) {
        expect(isCompleting, `${upload.title} exists without a completion`).toBe(true);
        this.#uploads.splice(this.#uploads.indexOf(known), 1);
        this.#know(id, upload);
        continue;
      }
      known.isCompleting = false;
      const numbers = new Set(found?.chunks.map(({ chunkNumber }) => chunkNumber));
      expect([...acknowledged].filter((number) => !numbers.has(number))).toEqual([]);
    }
  }

  async #compareFacts(client: Client, game: KnownGame): Promise<void> {
    const { status, body } = await client.call(api.getGame, { params: { id: game.id } });
    expect([status, body.code]).toEqual([200, undefined]);
    expect([game.description, ...game.unsure]).toContain(body.description ?? '');
    game.description = body.description ?? '';
    game.unsure = [];
    const cover = body.boxArtUrl ?? '';
    expect([game.cover, ...game.unsureCovers]).toContain(cover);
    expect(body.gameplayImages ?? []).toEqual(cover ? [cover] : []);
    game.cover = cover;
    game.unsureCovers = [];
    const cheats = new Set(body.cheatFiles.map(({ _id }: { _id: string }) => _id));
    expect([...game.cheats.keys()].filter((id) => !cheats.has(id))).toEqual([]);
  }

  /** Call soon after the server has died: unused pictures are kept for a day. */
  async compareUnusedPicture(client: Client): Promise<void> {
    if (this.#picture) await expectPicture(client, this.#picture);
  }

  /** Downloads every file and picture, and compares them. Returns how many files. */
  async compareBytes(client: Client): Promise<number> {
    let files = 0;
    for (const game of this.#games.values()) {
      const answer = await client.fetch(`/api/games/${game.id}/download/Windows`);
      expect([answer.status, sha256(Buffer.from(await answer.arrayBuffer()))]).toEqual([200, game.sha256]);
      for (const [id, file] of game.cheats) {
        // Cellar stores it as a ZIP with its instructions.
        const entries = readZip(await downloadCheat(client, game.id, id));
        expect(entries.map(({ bytes }) => sha256(bytes))).toContain(sha256(file));
        files += 1;
      }
      if (game.cover) await expectPicture(client, game.cover);
      files += 1;
    }
    return files;
  }
}

/** Returns an upload of three chunks, the last of them short. */
function newUpload(chunkSize: number): SampleUpload {
  return sampleUpload({ archive: sampleArchive(2 * chunkSize + 1000), chunkSize });
}

/** The lease of a completion whose server was killed must expire first. Until then, the server asks for a repetition. */
async function completeAtLast(client: Client, upload: SampleUpload): Promise<Answer> {
  const answer = await complete(client, upload);
  if (answer.body.code !== 'upload_completing') return answer;
  await pause();
  return completeAtLast(client, upload);
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 20));

/** Whether the request failed because the server died, rather than because an expectation was not met. */
function isCutOff(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message);
}
