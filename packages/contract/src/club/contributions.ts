// Contributions: games and files that contributors have added, and that wait until an admin accepts or declines them.
import { z } from 'zod';
import { limits } from '../rules/limits.ts';
import { bytes, line, pageNumber, time } from '../text.ts';
import { extraFacts } from '../transfer/extras.ts';
import { contributionKinds, contributionStates } from './rules/contributions.ts';

const contributedFile = z.object({
  /** Null if an extra is for every platform. */
  platform: z.string().nullable(),
  fileSize: bytes,
  /** The facts of an extra. Null for a platform file. */
  extra: extraFacts.pick({ kind: true, name: true, version: true }).nullable(),
});
export type ContributedFile = z.infer<typeof contributedFile>;

export const contribution = z
  .object({
    _id: z.string(),
    kind: z.enum(contributionKinds),
    title: z.string(),
    state: z.enum(contributionStates),
    /** Why it was declined. Empty in other states, and if an admin has deleted the game instead of declining it. */
    reason: z.string(),
    /** While it waits: the hidden game that holds its files. Once accepted: the game that has them, unless it was deleted. */
    gameId: z.string().nullable(),
    /** While a file or extra waits: the game that it is for. Null once that game is deleted. */
    targetGameId: z.string().nullable(),
    /** What it consists of, or once it is answered, what it consisted of then. Empty if an admin has deleted the game instead. */
    files: z.array(contributedFile),
    /** Null if the account was deleted. */
    contributor: z.object({ name: z.string(), email: z.string() }).nullable(),
    createdAt: time,
    answeredAt: time.nullable(),
    /** The name of the admin who answered it, for admins. Null if the account was deleted. */
    answeredBy: z.string().nullable(),
  })
  .meta({ id: 'Contribution' });
export type Contribution = z.infer<typeof contribution>;

export const contributionsQuery = z.object({
  page: pageNumber,
  show: z.enum(['waiting', 'answered']).default('waiting'),
});

export const myContributionsQuery = z.object({ page: pageNumber });

/** Those that wait are listed oldest first, all others newest first. */
export const contributions = z.object({
  contributions: z.array(contribution),
  currentPage: z.number().int(),
  totalPages: z.number().int(),
  /** How many wait, whatever the filter: all, or those of the contributor. */
  waiting: z.number().int(),
});
export type Contributions = z.infer<typeof contributions>;

/** `files`: how many files and extras the admin has seen. If there are others by now, the answer is 409 `edit_conflict`. */
export const acceptContributionBody = z.object({ files: z.int().min(1).optional() });

/** `gameId`: the game that now has the files. */
export const contributionAccepted = z.object({ message: z.string(), gameId: z.string() });

export const declineContributionBody = z.object({ reason: line(limits.contributionReasonMax) });
