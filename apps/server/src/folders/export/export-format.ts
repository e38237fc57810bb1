// The form of an export: everything that people have made, as files that other programs can read, without the game files.
//
//   cellar-export.json     ExportSummary; written last, so a folder without it is not complete
//   games.jsonl            one ExportedGame per line
//   pictures/NAME.webp     the full-size pictures; NAME is the SHA-256 of the file
//   cheats/SHA256.zip      the cheat files

import { itemPath } from '@cellar/contract/folders/folders.ts';
import { cheatFields } from '@cellar/contract/games/cheats.ts';
import { gameEdit } from '@cellar/contract/games/game-edit.ts';
import { matchId } from '@cellar/contract/games/matches.ts';
import { platformBody } from '@cellar/contract/games/platforms.ts';
import { ruleBody } from '@cellar/contract/games/sanitization.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { bytes, exactLine, line, sha256, time, title } from '@cellar/contract/text.ts';
import { newExtraFacts } from '@cellar/contract/transfer/extra-edit.ts';
import { z } from 'zod';

export const summaryName = 'cellar-export.json';
export const gamesName = 'games.jsonl';
export const picturesFolder = 'pictures';
export const cheatsFolder = 'cheats';

export const exportFormat = 1;

export const exportSummary = z.object({
  format: z.literal(exportFormat),
  /** The version of Cellar. */
  version: z.string(),
  exportedAt: time,
  siteName: z.string(),
  games: z.int(),
  /** In the order in which they are applied. */
  sanitizationRules: z.array(ruleBody),
  /** In their order. */
  ownPlatforms: z.array(platformBody).max(limits.ownPlatforms).default([]),
});
export type ExportSummary = z.infer<typeof exportSummary>;

/** A file of a game. A game is recognized by the digest of one of its files, or by its name and size. */
const exportedFile = z.object({
  platform: line(200),
  fileName: exactLine(255),
  fileSize: bytes,
  /** Null if it was not known yet. */
  sha256: sha256.nullable(),
  /** The path in its library folder, for a file in place. */
  libraryPath: itemPath.nullable(),
});

/** An update or extra. Its file is not exported. */
const exportedExtra = exportedFile.omit({ platform: true }).extend({ ...newExtraFacts, createdAt: time });

const exportedCheat = cheatFields.extend({
  originalFileName: exactLine(255),
  /** The digest of the ZIP, and its name in the folder of cheats. */
  sha256,
  fileSize: bytes,
  createdAt: time,
});

export const exportedGame = z.object({
  title,
  /** The fields of the API's `PUT /api/games/:id`. Pictures are `/api/artwork/NAME.webp`. */
  facts: gameEdit.omit({ revision: true, title: true }),
  /** The names of the facts that a person has set. */
  editedFields: z.array(z.string()),
  /** The match that the facts come from, such as `steam:220`. Null without one. */
  matchId: matchId.nullable(),
  /** Whether only admins see the game. */
  isHidden: z.boolean().default(false),
  createdAt: time,
  files: z.array(exportedFile).max(200),
  cheats: z.array(exportedCheat).max(1000),
  extras: z.array(exportedExtra).default([]),
});
export type ExportedGame = z.infer<typeof exportedGame>;
