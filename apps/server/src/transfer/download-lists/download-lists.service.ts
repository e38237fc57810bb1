// Several downloads at once: what a list would contain, and the list for a download manager.

import { normalizePlatform, type OwnPlatformNames } from '@cellar/contract/games/rules/platforms.ts';
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import type {
  DownloadListFormat,
  DownloadPlan,
  LeftOut,
  LeftOutReason,
  ListChoice,
  ListedFile,
} from '@cellar/contract/transfer/download-lists.endpoints.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { Db } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { escapeXml } from '#platform/escape-markup.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import type { Pieces } from '#platform/storage/digests.ts';
import { addressOf } from '../downloads/target-file.ts';
import type { TicketsService } from '../downloads/tickets.service.ts';
import type { ExtrasService } from '../files/extras.service.ts';
import type { FilesService, FileWithState } from '../files/files.service.ts';
import { choosePlatformFile, createListPaths, whyNot } from './list-rules.ts';
import { createListSigner, type SignedFile } from './list-tickets.ts';
import { listOwnPlatforms, listTitles } from './lists.repository.ts';

type Deps = Parameters<typeof planList>[0] & { tickets: TicketsService; box: SecretBox; clock: Clock };

export type DownloadListsService = ReturnType<typeof createDownloadLists>;

interface ListOptions {
  choice: ListChoice;
  format: DownloadListFormat;
  /** The address at which the reader reaches this site. */
  siteUrl: string;
  /** The token of the member's session. */
  session: string | undefined;
}

/** The digests of a large file's pieces are 80 KB of a Metalink. Beyond this, only whole files can be checked. */
const mostFilesWithPieces = 50;

export function createDownloadLists(deps: Deps) {
  const { tickets, box, clock } = deps;
  return {
    async plan(choice: ListChoice, member: Member): Promise<DownloadPlan> {
      const { files, leftOut, offers } = await planList(deps, choice, member);
      const platforms = [...offers].map(([name, ids]) => ({ name, games: ids.size }));
      platforms.sort((a, b) => b.games - a.games || a.name.localeCompare(b.name, 'en'));
      const totalSize = files.reduce((sum, { fileSize }) => sum + fileSize, 0);
      return { files, leftOut, platforms, totalSize };
    },

    /** Returns the list with its name and media type. @throws AppError file_missing, too_many_requests, session_expired */
    async create(member: Member, { choice, format, siteUrl, session }: ListOptions) {
      await tickets.refuseTooManyLists(member.id);
      const { files } = await planList(deps, choice, member);
      if (files.length === 0) {
        throw new AppError('file_missing', 'None of these games has a file that can be downloaded now.');
      }
      const listsPieces = format === 'metalink' && files.length <= mostFilesWithPieces;
      const ticketOf = await createListSigner(box, await tickets.issueList(member.id, session));
      const linked: LinkedFile[] = [];
      for (const file of files) {
        const pieces = listsPieces ? await deps.files.piecesOf(file) : null;
        linked.push({ ...file, url: siteUrl + linkOf(file, ticketOf(file)), pieces });
      }
      const { write, ...rest } = listFormats[format];
      return { ...rest, text: write(linked, isoAt(clock)) };
    },
  };
}

function linkOf({ gameId, platform, extra }: PlannedFile, ticket: string): string {
  const address = addressOf(extra ? { gameId, extraId: extra.id } : { gameId, platform });
  return `${address}?ticket=${ticket}`;
}

/** `url`: absolute, with the ticket. `pieces`: of files that are to be checked in parts. */
type LinkedFile = PlannedFile & { url: string; pieces: Pieces | null };

/** Of a SHA-256. */
const digestBytes = 32;

interface Format {
  mediaType: string;
  fileName: string;
  write(files: LinkedFile[], published: string): string;
}

/** Writes a list of downloads for download managers. */
const listFormats: Record<DownloadListFormat, Format> = {
  metalink: {
    mediaType: 'application/metalink4+xml',
    fileName: 'downloads.meta4',
    write: metalink,
  },
  aria2: { mediaType: 'text/plain; charset=utf-8', fileName: 'downloads.aria2.txt', write: aria2Input },
  links: { mediaType: 'text/plain; charset=utf-8', fileName: 'downloads.txt', write: plainLinks },
};

/** RFC 5854. The name of a file may contain a relative path (section 4.1.2.1). */
function metalink(files: LinkedFile[], published: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<metalink xmlns="urn:ietf:params:xml:ns:metalink">
<generator>Cellar</generator>
<published>${published}</published>
${files.map(metalinkFile).join('')}</metalink>
`;
}

function metalinkFile(file: LinkedFile): string {
  const { path, title, platform, extra, fileSize, sha256, url, pieces } = file;
  const description = [extra?.name, platform].filter(Boolean).join(' · ');
  return [
    // aria2 1.36 keeps `&amp;` in an attribute as `&#38;`.
    `<file name="${escapeXml(path.replaceAll('&', '+'))}">`,
    `<identity>${escapeXml(title)}</identity>`,
    `<description>${escapeXml(description)}</description>`,
    `<size>${fileSize}</size>`,
    ...(sha256 ? [`<hash type="sha-256">${sha256}</hash>`] : []),
    ...(pieces?.digests ? [metalinkPieces(pieces)] : []),
    `<url>${escapeXml(url)}</url>`,
    '</file>\n',
  ].join('\n');
}

/** Section 4.1.3.2. With it, a download manager fetches only the damaged pieces of a file again. */
function metalinkPieces({ length, digests }: Pieces): string {
  const bytes = Buffer.from(digests, 'base64');
  const hashes = Array.from({ length: bytes.length / digestBytes }, (_, index) => {
    const start = index * digestBytes;
    return `<hash>${bytes.toString('hex', start, start + digestBytes)}</hash>\n`;
  });
  return `<pieces length="${length}" type="sha-256">\n${hashes.join('')}</pieces>`;
}

/**
 * The manual of aria2, "Input File". `out` is relative to the folder that the reader chooses with `--dir`, and may contain folders;
 * `dir` would replace that folder.
 */
function aria2Input(files: LinkedFile[]): string {
  const lines = ({ url, path, sha256 }: LinkedFile) =>
    `${url}\n  out=${path}\n${sha256 ? `  checksum=sha-256=${sha256}\n` : ''}`;
  return files.map(lines).join('');
}

function plainLinks(files: LinkedFile[]): string {
  return files.map(({ url }) => `${url}\n`).join('');
}

// Finds the files of a list of downloads, a hundred games at a time.

/** A file of the list, with what its ticket is for and where its bytes are stored. */
type PlannedFile = ListedFile & SignedFile & { storageKey: string };

interface Plan {
  files: PlannedFile[];
  leftOut: LeftOut[];
  /** The ids of the games with files for a platform, by its shown name. */
  offers: Map<string, Set<string>>;
}

interface PlanListDeps {
  longReads: Db;
  files: Pick<FilesService, 'listFilesOfGames' | 'piecesOf'>;
  extras: Pick<ExtrasService, 'listExtrasOfGames'>;
}

type ListedExtra = Awaited<ReturnType<ExtrasService['listExtrasOfGames']>>[number];
type ChosenGame = ListChoice['games'][number];

/** What the database knows of the games of a batch. */
interface Known {
  titles: Map<string, string>;
  files: Map<string, FileWithState[]>;
  extras: Map<string, ListedExtra[]>;
  own: OwnPlatformNames;
}

const gamesAtOnce = 100;

/** In the order of the request. A game that was requested twice for one platform is listed once. */
async function planList(deps: PlanListDeps, choice: ListChoice, reader: { isAdmin: boolean }): Promise<Plan> {
  const own = await listOwnPlatforms(deps.longReads);
  const games = [
    ...new Map(choice.games.map((game) => [`${game.id} ${game.platform ?? ''}`, game])).values(),
  ];
  const pathOf = createListPaths();
  const plan: Plan = { files: [], leftOut: [], offers: new Map() };
  for (let at = 0; at < games.length; at += gamesAtOnce) {
    const batch = games.slice(at, at + gamesAtOnce);
    const known = { own, ...(await readGames(deps, batch, choice, reader)) };
    for (const game of batch) addGame(plan, game, { choice, known, pathOf });
  }
  return plan;
}

async function readGames(
  { longReads, files, extras }: PlanListDeps,
  batch: ChosenGame[],
  { withExtras }: ListChoice,
  reader: { isAdmin: boolean },
): Promise<Omit<Known, 'own'>> {
  const titles = await listTitles(
    longReads,
    batch.map(({ id }) => id),
    reader,
  );
  const ids = [...titles.keys()];
  if (ids.length === 0) return { titles, files: new Map(), extras: new Map() };
  const byGame = <Row extends { gameId: string }>(rows: Row[]) => Map.groupBy(rows, ({ gameId }) => gameId);
  return {
    titles,
    files: byGame(await files.listFilesOfGames(ids)),
    extras: byGame(withExtras ? await extras.listExtrasOfGames(ids) : []),
  };
}

interface Context {
  choice: ListChoice;
  known: Known;
  pathOf: ReturnType<typeof createListPaths>;
}

function addGame(plan: Plan, { id, platform }: ChosenGame, { choice, known, pathOf }: Context): void {
  const title = known.titles.get(id);
  const leaveOut = (reason: LeftOutReason, part: string | null) =>
    plan.leftOut.push({ gameId: id, title: title ?? null, part, reason });
  if (title === undefined) return void leaveOut('unknown', null);
  const offered = known.files.get(id) ?? [];
  for (const { platform: name } of offered) addOffer(plan.offers, normalizePlatform(name, known.own), id);
  const file = choosePlatformFile(offered, { ...choice, platform }, known.own);
  if (!file) return void leaveOut(offered.length > 0 ? 'other_platform' : 'no_file', platform ?? null);
  const game = { id, title };
  const reason = whyNot(file);
  if (reason) leaveOut(reason, file.platform);
  else plan.files.push(listedFile(game, file, pathOf));
  for (const extra of known.extras.get(id) ?? []) {
    if (extra.platform !== null && extra.platform !== file.platform) continue;
    const why = whyNot(extra);
    if (why) leaveOut(why, extraLabel(extra));
    else plan.files.push(listedExtra(game, extra, pathOf));
  }
}

function addOffer(offers: Plan['offers'], name: string, gameId: string): void {
  offers.set(name, (offers.get(name) ?? new Set()).add(gameId));
}

interface Game {
  id: string;
  title: string;
}

function listedFile(game: Game, file: FileWithState, pathOf: Context['pathOf']): PlannedFile {
  const { id, storageKey, platform, extension, fileSize, sha256 } = file;
  const path = pathOf(game, downloadFileName(game.title, platform, extension));
  const shown = { gameId: game.id, title: game.title, platform, extra: null };
  return { id, kind: 'platformFile', storageKey, ...shown, path, fileSize, sha256 };
}

function listedExtra(game: Game, extra: ListedExtra, pathOf: Context['pathOf']): PlannedFile {
  const { id, storageKey, platform, fileName, fileSize, sha256 } = extra;
  const path = pathOf(game, fileName);
  const shown = { gameId: game.id, title: game.title, platform: platform ?? '' };
  const named = { id, name: extraLabel(extra) };
  return { id, kind: 'extra', storageKey, ...shown, extra: named, path, fileSize, sha256 };
}
