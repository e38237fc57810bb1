// The few API calls that journeys make without the page: to prepare a library and to check the server's data.
import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Collection, NewCollection } from '@cellar/contract/club/collections.endpoints.ts';
import type { RequestDecision } from '@cellar/contract/club/requests.endpoints.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import type {
  ItemState,
  ItemsResponse,
  LibraryFolders,
  LibraryItem,
} from '@cellar/contract/folders/folders.ts';
import type { CheatFile } from '@cellar/contract/games/cheats.ts';
import type { GameEdit } from '@cellar/contract/games/game-edit.ts';
import type { ArtworkKept } from '@cellar/contract/games/games.endpoints.ts';
import type { Game, GameListItem } from '@cellar/contract/games/games.ts';
import type { NotificationKind, NotificationSettings } from '@cellar/contract/messages/emails.endpoints.ts';
import type { Preferences } from '@cellar/contract/people/accounts.endpoints.ts';
import type { Session } from '@cellar/contract/people/accounts.ts';
import type { AppSetup } from '@cellar/contract/people/second-factor.ts';
import { chunkCount } from '@cellar/contract/rules/sizes.ts';
import type { SiteLimitsChange } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import type { ActiveDownload } from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import type { StoredChunks, UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { eventually } from '../../test/waiting.ts';
import type { Archive } from './archives.ts';
import { Authenticator } from './authenticator.ts';

const chunkBytes = 50 * 1024 ** 2;

export interface Account {
  email: string;
  password: string;
}

export class CellarApi {
  #url: string;
  #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Uses the session of a page. */
  static ofSession(url: string, token: string): CellarApi {
    return new CellarApi(url, token);
  }

  static async logIn(url: string, { email, password }: Account): Promise<CellarApi> {
    const body = JSON.stringify({ email, password });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/users/login`, { method: 'POST', headers, body });
    const { token } = (await answerOf(response)) as Session;
    return new CellarApi(url, token);
  }

  async addGame(archive: Archive, title: string, platform: string): Promise<Game> {
    const file = await openAsBlob(archive.path);
    const totalChunks = chunkCount(file.size, chunkBytes);
    const uploadId = createHash('sha256').update(`${title} ${platform}`).digest('hex').slice(0, 32);
    const send = (chunkNumber: number, part?: Blob) => {
      const form = new FormData();
      const fields = { title, platform, uploadId, chunkNumber, totalChunks, fileExtension: '.zip' };
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
      if (part) form.append('gameFile', part, archive.name);
      return this.call('POST', '/api/games', form);
    };
    for (let chunk = 0; chunk < totalChunks; chunk += 1) {
      await send(chunk, file.slice(chunk * chunkBytes, (chunk + 1) * chunkBytes));
    }
    return (await send(totalChunks - 1)) as Game;
  }

  async addCollection(made: Partial<NewCollection> & { name: string }): Promise<Collection> {
    return (await this.call('POST', '/api/collections', made)) as Collection;
  }

  /**
   * Sends the first of two chunks of a new game for Linux, and then only a part of the second, like a slow connection. Returns a
   * function that breaks off the connection.
   */
  async beginUpload(title: string): Promise<() => void> {
    const fields = {
      title,
      platform: 'Linux',
      uploadId: `slow-${title.replaceAll(' ', '-')}`,
      totalChunks: 2,
    };
    const sizes = { fileExtension: '.zip', fileSize: 2000, chunkSize: 1000 };
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...sizes, chunkNumber: 0 }))
      form.append(name, String(value));
    form.append('gameFile', new Blob(['PK\u0003\u0004'.padEnd(1000)]), 'slow.zip');
    await this.call('POST', '/api/games', form);
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'content-type': 'multipart/form-data; boundary=part',
      'content-length': 5000,
    };
    const sending = request(`${this.#url}/api/games`, { method: 'POST', headers });
    // Breaking off the connection is an error.
    sending.on('error', () => {});
    const part = (header: string, body: string) =>
      `--part\r\ncontent-disposition: form-data; ${header}\r\n\r\n${body}\r\n`;
    for (const [name, value] of Object.entries({ ...fields, ...sizes, chunkNumber: 1 }))
      sending.write(part(`name="${name}"`, String(value)));
    sending.write(part('name="gameFile"; filename="slow.zip"', 'first bytes'));
    return () => void sending.destroy();
  }

  async uploadPicture(png: Buffer): Promise<ArtworkKept> {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(png)]), 'picture.png');
    return (await this.call('POST', '/api/artwork', form)) as ArtworkKept;
  }

  async setSettings(settings: object): Promise<void> {
    await this.call('PUT', '/api/admin/settings', settings);
  }

  async addLoginProvider(provider: BodyInputOf<typeof adminApi.addLoginProvider>): Promise<void> {
    await this.call('POST', adminApi.addLoginProvider.path, provider);
  }

  async setNotifications(settings: Partial<NotificationSettings>): Promise<void> {
    await this.call('PUT', '/api/admin/notification-settings', settings);
  }

  /** Sends the email to the caller's own address. */
  async sendTestNotification(kind: NotificationKind): Promise<void> {
    await this.call('POST', '/api/admin/notification-settings/test', { kind });
  }

  async setPreferences(preferences: Partial<Preferences>): Promise<void> {
    await this.call('PUT', '/api/users/preferences', preferences);
  }

  /** Turns two-step login on. Returns the recovery codes. */
  async turnSecondFactorOn(): Promise<string[]> {
    const path = '/api/users/second-factor/app';
    const { secret, setup } = (await this.call('POST', `${path}/setup`)) as AppSetup;
    const code = new Authenticator(secret).nextCode();
    const { recoveryCodes } = (await this.call('POST', path, { setup, code })) as {
      recoveryCodes: string[];
    };
    return recoveryCodes;
  }

  async setSiteLimits(change: SiteLimitsChange): Promise<void> {
    await this.call('PUT', '/api/admin/download-limits', change);
  }

  /** Makes the member with this address a contributor. Only for admins. */
  async makeContributor(email: string): Promise<void> {
    const { users } = (await this.call('GET', `/api/users?search=${email}`)) as { users: { _id: string }[] };
    for (const { _id } of users) await this.call('PUT', `/api/users/${_id}`, { isContributor: true });
  }

  /** Requests a game as this member. Returns the id of the request. */
  async requestGame(title: string): Promise<string> {
    const { request } = (await this.call('POST', '/api/requests', { title })) as {
      request: { _id: string };
    };
    return request._id;
  }

  async decideRequest(id: string, decision: RequestDecision): Promise<void> {
    await this.call('PUT', `/api/requests/${id}/state`, decision);
  }

  async addCheat(gameId: string, fields: Record<string, string>, file: File): Promise<CheatFile> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('cheatFile', file);
    return (await this.call('POST', `/api/games/${gameId}/cheat-files`, form)) as CheatFile;
  }

  async addExtra(gameId: string, archive: Archive, facts: Partial<ExtraFacts>): Promise<void> {
    const form = new FormData();
    for (const [name, value] of Object.entries(facts)) form.append(name, value ?? '');
    form.append('gameFile', await openAsBlob(archive.path), archive.name);
    await this.call('POST', `/api/games/${gameId}/extras`, form);
  }

  async games(sort = 'recentlyAddedDesc'): Promise<GameListItem[]> {
    const answer = await this.call('GET', `/api/games?limit=1000&sort=${sort}`);
    return (answer as { games: GameListItem[] }).games;
  }

  /** Changes the game directly, like another admin in the meantime. */
  async editGame(id: string, changes: GameEdit): Promise<Game> {
    return (await this.call('PUT', `/api/games/${id}`, changes)) as Game;
  }

  async markVerified(email: string): Promise<void> {
    const query = new URLSearchParams({ search: email });
    const { users } = (await this.call('GET', `/api/users?${query}`)) as { users: { _id: string }[] };
    await this.call('PUT', `/api/users/${users[0]?._id}`, { isVerified: true });
  }

  /** Deletes all other games, so that a test always starts with the same library. */
  async keepOnly(titles: string[]): Promise<void> {
    const others = (await this.games()).filter(({ title }) => !titles.includes(title));
    for (const { _id } of others) await this.call('DELETE', `/api/games/${_id}`);
  }

  async game(id: string): Promise<Game> {
    return (await this.call('GET', `/api/games/${id}`)) as Game;
  }

  async unfinishedUploads(): Promise<UnfinishedUpload[]> {
    return ((await this.call('GET', '/api/games/uploads')) as { uploads: UnfinishedUpload[] }).uploads;
  }

  /** Returns the numbers of the stored chunks. */
  async storedChunks({ uploadId }: Pick<UnfinishedUpload, 'uploadId'>): Promise<number[]> {
    const answer = await this.call('GET', `/api/games/uploads/${uploadId}/chunks`);
    return (answer as { chunks: StoredChunks }).chunks.map(({ chunkNumber }) => chunkNumber);
  }

  /** Returns the downloads that are running or ended within the last minute. */
  async downloads(): Promise<ActiveDownload[]> {
    const { downloads } = (await this.call('GET', '/api/download-activity/active')) as {
      downloads: ActiveDownload[];
    };
    return downloads;
  }

  /** Downloads a platform file like any other client. With an id it counts as a separate download. */
  async sha256OfFile(gameId: string, platform: string, downloadId?: string): Promise<string> {
    const query = downloadId ? `?downloadId=${encodeURIComponent(downloadId)}` : '';
    const path = `/api/games/${gameId}/download/${encodeURIComponent(platform)}${query}`;
    const response = await fetch(this.#url + path, { headers: this.#headers });
    const hash = createHash('sha256');
    for await (const piece of response.body ?? []) hash.update(piece);
    return hash.digest('hex');
  }

  async libraryItems(state: ItemState): Promise<LibraryItem[]> {
    const items: LibraryItem[] = [];
    for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
      const path = `/api/admin/library/items?state=${state}&limit=200&page=${page}`;
      const answer = (await this.call('GET', path)) as ItemsResponse;
      items.push(...answer.items);
      pages = answer.totalPages;
    }
    return items;
  }

  /** True if a library folder is being scanned, or waits for it. */
  async isScanning(): Promise<boolean> {
    const { folders } = (await this.call('GET', '/api/admin/library/folders')) as LibraryFolders;
    return folders.some(({ scan }) => scan !== null);
  }

  async setLibraryItems(ids: string[], change: { title?: string; platform?: string }): Promise<void> {
    await this.call('PUT', '/api/admin/library/items', { selection: { ids }, change });
  }

  /** Saves a platform file. Waits until it has been prepared. */
  async saveFile(gameId: string, platform: string, target: string): Promise<void> {
    const path = `/api/games/${gameId}/download/${encodeURIComponent(platform)}`;
    const response = await eventually(async () => {
      const answer = await fetch(this.#url + path, { headers: this.#headers });
      if (answer.status !== 503) return answer;
      await answer.arrayBuffer();
      throw new Error(`${path} is still being prepared`);
    });
    if (!response.ok || !response.body) throw new Error(`${path} answered ${response.status}`);
    await pipeline(response.body, createWriteStream(target));
  }

  /** Ends this session, also in the browser that uses it. */
  async logOut(): Promise<void> {
    await this.call('POST', '/api/users/logout');
  }

  get #headers() {
    return { authorization: `Bearer ${this.#token}` };
  }

  /** Calls any other endpoint. */
  async call(method: string, path: string, body?: FormData | object): Promise<unknown> {
    const isForm = body === undefined || body instanceof FormData;
    const headers = isForm ? this.#headers : { ...this.#headers, 'content-type': 'application/json' };
    const init = { method, headers, body: isForm ? (body ?? null) : JSON.stringify(body) };
    return answerOf(await fetch(this.#url + path, init));
  }
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url.split('?')[0]} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
