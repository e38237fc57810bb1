// The picker: an admin searches for a game, compares a match with the game's fields, and applies it or enters metadata by hand.

import { type EditableField, editableFields, type GameEdit } from '@cellar/contract/games/game-edit.ts';
import { entriesOf, type Offer, type RescrapeResponse } from '@cellar/contract/games/matches.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { FoundGame, GameEditingService } from '#games/game-editing.service.ts';
import type { SanitizationService } from '#games/sanitization/sanitization.service.ts';
import type { SpellingRules } from '#games/spellings/spellings.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { readName } from '../matching/read-name.ts';
import type { LearnedNames } from '../names/learned-names.service.ts';
import type { GameDetails } from '../providers/provider.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import {
  editedFieldsOf,
  type FieldValue,
  fieldsToTake,
  gameFieldsOf,
  isSameValue,
  type MatchApplying,
  maxScreenshots,
} from './match-applying.service.ts';
import {
  type CandidatePictures,
  chosenFirst,
  mergeRanked,
  nameWithYear,
  presentMatch,
} from './match-candidates.service.ts';
import { type LoadedDetails, loadDetails } from './match-details.ts';
import {
  chosenByAdmin,
  describedByAdmin,
  failureMessages,
  listSources,
  noProvider,
  ownNames,
  searchAll,
} from './match-search.service.ts';
import { keepForUndo } from './match-undo.ts';
import * as repository from './matches.repository.ts';

export type PickerService = ReturnType<typeof createPickerService>;

interface Deps extends Pick<Base, 'db' | 'clock'> {
  audit: AuditService;
  gameEditing: GameEditingService;
  spellingRules: SpellingRules;
  sanitization: SanitizationService;
  providers: ProvidersService;
  pictures: CandidatePictures;
  applying: MatchApplying;
  learnedNames: LearnedNames;
}

interface Choice {
  matchId: string;
  fields?: EditableField[] | undefined;
  revision?: number | undefined;
}

interface Admin {
  id: string;
  email: string;
}

/** An admin waits for the search, and the page's request ends after a minute. */
const searchMs = 40_000;
const maxMatches = 20;

export function createPickerService(deps: Deps) {
  return {
    search: (id: string, title?: string) => search(deps, id, title),
    offer: (id: string, matchId: string) => offer(deps, id, matchId),
    take: (id: string, choice: Choice, admin: Admin) => take(deps, id, choice, admin),

    /** Edits the game by hand and removes it from the queue. @throws AppError as `editGame` does */
    async describe(id: string, edit: GameEdit, admin: Admin): Promise<void> {
      await deps.gameEditing.editGame(id, edit, admin);
      await repository.updateUnmatched(deps.db, id, {
        ...repository.notQueued,
        state: 'left',
        reason: describedByAdmin,
        previous: null,
        updatedAt: isoAt(deps.clock),
      });
    },
  };
}

/** Searches for `title`, or else for the game's own name. @throws AppError not_found */
async function search(deps: Deps, id: string, title?: string): Promise<RescrapeResponse> {
  const { providers, pictures } = deps;
  const found = await getGame(deps, id);
  const { name: ownName, searchedAs } = await ownNames(deps, found);
  const name = title ? readName(title) : ownName;
  const sources = await listSources(providers, name);
  if (sources.length === 0) {
    return { matches: [], failures: [{ source: null, message: noProvider }], isAnswered: false };
  }
  const options = { isUrgent: true, signal: AbortSignal.timeout(searchMs) };
  const { ranked, failures, answered } = await searchAll(name, sources, options);
  const order = sources.map((source) => source.id);
  const learned = (await deps.learnedNames.findAll([searchedAs])).get(searchedAs);
  const matches = chosenFirst(mergeRanked(ranked, order).slice(0, maxMatches), learned);
  const { addressOf } = pictures;
  return {
    matches: await Promise.all(matches.map((match) => presentMatch(match, { addressOf, learned }))),
    failures: failures.map(({ source, message }) => ({ source, message })),
    isAnswered: answered.length > 0,
  };
}

/** Compares a match's fields with those of the game. @throws AppError not_found, provider_failed */
async function offer(deps: Deps, id: string, matchId: string): Promise<Offer> {
  const found = await getGame(deps, id);
  const { details, failures } = await load(deps, matchId);
  const offered = {
    ...gameFieldsOf(await deps.spellingRules.respell(details)),
    ...(await picturesOf(deps, details)),
  };
  const edited = editedFieldsOf(found);
  const taken = fieldsToTake({}, found, found);
  const sources = entriesOf(matchId).map(({ source }) => source);
  return {
    match: { id: matchId, source: details.source, sources, name: details.title, year: details.year },
    revision: found.game.revision,
    fields: editableFields.flatMap((field) => {
      const value: FieldValue | undefined = offered[field];
      if (value === undefined) return [];
      const current = found.values[field];
      return {
        field,
        current,
        offered: value,
        isSame: isSameValue(current, value),
        isEdited: edited.has(field),
        isTaken: taken.includes(field),
      };
    }),
    failures: failures.map(({ source, message }) => ({ source, message })),
  };
}

/**
 * Applies a match. Returns messages about details and pictures that could not be loaded.
 * @throws AppError not_found, edit_conflict, title_taken, provider_failed
 */
async function take(deps: Deps, id: string, choice: Choice, admin: Admin): Promise<string[]> {
  const { matchId, fields, revision } = choice;
  const before = await getGame(deps, id);
  const { searchedAs } = await ownNames(deps, before);
  const { details, failures } = await load(deps, matchId);
  const { notices } = await deps.applying.apply({
    details,
    before,
    fields,
    revision,
    record: async (trx, applied) => {
      const { title, brought } = applied;
      const name = nameWithYear({ name: details.title, year: details.year });
      const meant = await deps.learnedNames.learn(trx, { name: searchedAs, admin }, { id: matchId, name });
      await repository.putMatch(trx, id, {
        ...repository.notQueued,
        ...(await keepForUndo(trx, id, { ...applied, meant })),
        state: 'matched',
        reason: chosenByAdmin,
        matchId,
        searchedAs,
        confidence: null,
        updatedAt: isoAt(deps.clock),
      });
      const detail = [matchId, Object.keys(brought).join(', ')].filter(Boolean).join(': ');
      await deps.audit.write(trx, { action: 'match_taken', actor: admin.email, subject: title, detail });
    },
  });
  return [...failureMessages({ failures }), ...notices];
}

async function getGame({ gameEditing }: Deps, id: string): Promise<FoundGame> {
  const found = await gameEditing.findGame(id);
  if (!found) throw notFound('Game');
  return found;
}

/** @throws AppError provider_failed, not_found */
async function load({ providers }: Deps, matchId: string): Promise<LoadedDetails & { details: GameDetails }> {
  for (const { source } of entriesOf(matchId)) {
    const { isConfigured, name } = providers.get(source);
    if (!(await isConfigured())) {
      throw new AppError('provider_failed', `${name} has no keys. Enter them in Admin Settings.`);
    }
  }
  const options = { isUrgent: true, signal: AbortSignal.timeout(searchMs) };
  const { details, failures } = await loadDetails(providers, matchId, options);
  if (details) return { details, failures };
  if (failures.length > 0) throw new AppError('provider_failed', failureMessages({ failures }).join(' '));
  throw notFound('Match');
}

async function picturesOf({ pictures }: Deps, { coverUrls, screenshotUrls }: GameDetails) {
  const shots = screenshotUrls.slice(0, maxScreenshots);
  const addresses = await Promise.all(shots.map((url) => pictures.addressOf([url])));
  const boxArtUrl = await pictures.addressOf(coverUrls.slice(0, 4));
  return {
    ...(boxArtUrl ? { boxArtUrl } : {}),
    ...(addresses.length > 0 ? { gameplayImages: addresses.filter((address) => address !== null) } : {}),
  };
}
