import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../rules/limits.ts';
import { bytes, done, idParams, line, named, pageNumber, pagePlace, time } from '../text.ts';
import { extraFacts } from '../transfer/extras.ts';

// Contributions: games and files that contributors have added, and that wait until an admin accepts or declines them.

// The kinds and states of contributions.

/** What was contributed: a new game, or a platform file or an extra for a game of the library. */
const contributionKinds = ['game', 'file', 'extra'] as const;
export type ContributionKind = (typeof contributionKinds)[number];

const contributionStates = ['waiting', 'accepted', 'declined'] as const;
export type ContributionState = (typeof contributionStates)[number];

const contributedFile = z.object({
  /** Null if an extra is for every platform. */
  platform: z.string().nullable(),
  fileSize: bytes,
  /** The facts of an extra. Null for a platform file. */
  extra: extraFacts.pick({ kind: true, name: true, version: true }).nullable(),
});
export type ContributedFile = z.infer<typeof contributedFile>;

const contribution = named('Contribution', {
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
});
export type Contribution = z.infer<typeof contribution>;

const contributionsQuery = z.object({
  page: pageNumber,
  show: z.enum(['waiting', 'answered']).default('waiting'),
});

const myContributionsQuery = z.object({ page: pageNumber });

/** Those that wait are listed oldest first, all others newest first. */
const contributions = z.object({
  contributions: z.array(contribution),
  ...pagePlace,
  /** How many wait, whatever the filter: all, or those of the contributor. */
  waiting: z.number().int(),
});
export type Contributions = z.infer<typeof contributions>;

/** `files`: how many files and extras the admin has seen. If there are others by now, the answer is 409 `edit_conflict`. */
const acceptContributionBody = z.object({ files: z.int().min(1).optional() });

/** `gameId`: the game that now has the files. */
const contributionAccepted = z.object({ message: z.string(), gameId: z.string() });

const declineContributionBody = z.object({ reason: line(limits.contributionReasonMax) });

export const contributionsEndpoints = {
  listMyContributions: endpoint('GET', '/api/contributions', 'contributor', {
    summary: 'Your contributions, newest first',
    query: myContributionsQuery,
    response: contributions,
  }),
  withdrawContribution: endpoint('DELETE', '/api/contributions/:id', 'contributor', {
    summary: 'Withdraw one of your contributions that waits, and delete its files',
    params: idParams,
    response: done,
  }),
  listContributions: endpoint('GET', '/api/admin/contributions', 'admin', {
    summary: 'Contributions that wait for an admin, oldest first, or those that were answered, newest first',
    query: contributionsQuery,
    response: contributions,
  }),
  acceptContribution: endpoint('POST', '/api/admin/contributions/:id/accept', 'admin', {
    summary: 'Accept a contribution: a new game appears, and other files are added to their game',
    params: idParams,
    body: acceptContributionBody,
    response: contributionAccepted,
  }),
  declineContribution: endpoint('POST', '/api/admin/contributions/:id/decline', 'admin', {
    summary: 'Decline a contribution, delete its files and tell its contributor the reason',
    params: idParams,
    body: declineContributionBody,
    response: done,
  }),
};
