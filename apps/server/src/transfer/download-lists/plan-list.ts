// Finds the files of a list of downloads, a hundred games at a time.

import { normalizePlatform, type OwnPlatformNames } from '@cellar/contract/games/rules/platforms.ts';
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import type {
  LeftOut,
  LeftOutReason,
  ListChoice,
  ListedFile,
} from '@cellar/contract/transfer/download-lists.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { Db } from '#db/schema.ts';
import type { ExtrasService } from '../files/extras.service.ts';
import type { FilesService, FileWithState } from '../files/files.service.ts';
import { choosePlatformFile, whyNot } from './choose-files.ts';
import { createListPaths } from './list-paths.ts';
import type { SignedFile } from './list-tickets.ts';
import { listOwnPlatforms, listTitles } from './lists.repository.ts';

/** A file of the list, with what its ticket is for and where its bytes are stored. */
export type PlannedFile = ListedFile & SignedFile & { storageKey: string };

export interface Plan {
  files: PlannedFile[];
  leftOut: LeftOut[];
  /** The ids of the games with files for a platform, by its shown name. */
  offers: Map<string, Set<string>>;
}

interface Deps {
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
export async function planList(deps: Deps, choice: ListChoice, reader: { isAdmin: boolean }): Promise<Plan> {
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
  { longReads, files, extras }: Deps,
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
