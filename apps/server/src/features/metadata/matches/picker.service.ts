// The picker: an admin searches for a game, sees what a match would bring, and takes it, or writes the facts by hand.
import { type EditableField, editableFields, type GameEdit } from '@cellar/contract/game-edit.ts';
import { entriesOf, type Offer, type RescrapeResponse } from '@cellar/contract/matches.ts';
import type { ProviderId } from '@cellar/contract/metadata.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { FoundGame, GameEditingService } from '#features/games/game-editing.service.ts';
import type { SanitizationService } from '#features/sanitization/sanitization.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { readName } from '../matching/read-name.ts';
import type { GameDetails } from '../providers/provider.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import type { CandidatePictures } from './candidate-pictures.service.ts';
import type { MatchApplying } from './match-applying.service.ts';
import { mergeRanked, presentMatch } from './match-candidates.ts';
import { type LoadedDetails, loadDetails } from './match-details.ts';
import {
  editedFieldsOf,
  type FieldValue,
  factsOf,
  fieldsToTake,
  isSameValue,
  mostScreenshots,
} from './match-fields.ts';
import { nameToSearch } from './match-names.ts';
import { listSources, searchAll } from './match-search.ts';
import { chosenByHand, describedByHand, failuresOf, noProvider } from './match-words.ts';
import * as repository from './matches.repository.ts';

export type PickerService = ReturnType<typeof createPickerService>;

interface Deps {
  db: Db;
  clock: Clock;
  audit: AuditService;
  gameEditing: GameEditingService;
  sanitization: SanitizationService;
  providers: ProvidersService;
  pictures: CandidatePictures;
  applying: MatchApplying;
}

interface Choice {
  matchId: string;
  fields?: EditableField[] | undefined;
  revision?: number | undefined;
}

interface Admin {
  email: string;
}

/** An admin waits for it, and the page for a minute at most. */
const searchMs = 40_000;
const mostShown = 20;

export function createPickerService(deps: Deps) {
  const { db, clock, audit, gameEditing, sanitization, providers, pictures, applying } = deps;

  async function getGame(id: string): Promise<FoundGame> {
    const found = await gameEditing.findGame(id);
    if (!found) throw notFound('Game');
    return found;
  }

  /** @throws AppError provider_failed, not_found */
  async function load(matchId: string): Promise<LoadedDetails & { details: GameDetails }> {
    for (const { source } of entriesOf(matchId)) {
      const { isConfigured, name } = providers.get(source);
      if (!(await isConfigured())) {
        throw new AppError('provider_failed', `${name} has no keys. Enter them in Admin Settings.`);
      }
    }
    const options = { isUrgent: true, signal: AbortSignal.timeout(searchMs) };
    const { details, failures } = await loadDetails(providers, matchId, options);
    if (details) return { details, failures };
    if (failures.length > 0) throw new AppError('provider_failed', failuresOf({ failures }).join(' '));
    throw notFound('Match');
  }

  async function picturesOf({ coverUrls, screenshotUrls }: GameDetails) {
    const shots = screenshotUrls.slice(0, mostScreenshots);
    const addresses = await Promise.all(shots.map((url) => pictures.addressOf([url])));
    const boxArtUrl = await pictures.addressOf(coverUrls.slice(0, 4));
    return {
      ...(boxArtUrl ? { boxArtUrl } : {}),
      ...(addresses.length > 0 ? { gameplayImages: addresses.filter((address) => address !== null) } : {}),
    };
  }

  async function remember(trx: Trx, gameId: string, matchId: string): Promise<void> {
    await repository.putMatch(trx, gameId, {
      ...{ ...repository.settled, state: 'matched', reason: chosenByHand, matchId },
      ...{ confidence: null, brought: null, updatedAt: isoAt(clock) },
    });
  }

  return {
    /** By another title than the game's, if there is one. @throws AppError not_found */
    async search(id: string, title?: string): Promise<RescrapeResponse> {
      const { game } = await getGame(id);
      const fileName = (await repository.findMatchRow(db, id))?.fileName ?? null;
      const name = title
        ? readName(title)
        : await nameToSearch(sanitization, { title: game.title, fileName });
      const sources = await listSources(providers, name);
      if (sources.length === 0) {
        return { matches: [], failures: [{ source: null, message: noProvider }], isAnswered: false };
      }
      const options = { isUrgent: true, signal: AbortSignal.timeout(searchMs) };
      const { ranked, failures, answered } = await searchAll(name, sources, options);
      const order = sources.map((source) => source.id);
      const found = mergeRanked(ranked, order).slice(0, mostShown);
      return {
        matches: await Promise.all(found.map((match) => presentMatch(match, pictures.addressOf))),
        failures: failures.map(({ source, message }) => ({ source, message })),
        isAnswered: answered.length > 0,
      };
    },

    /** @throws AppError not_found, provider_failed */
    async offer(id: string, matchId: string): Promise<Offer> {
      const found = await getGame(id);
      const { details, failures } = await load(matchId);
      const offered = { ...factsOf(details), ...(await picturesOf(details)) };
      const edited = editedFieldsOf(found);
      const taken = fieldsToTake({}, found, found);
      const sources = sourcesOf(matchId);
      return {
        match: { id: matchId, source: details.source, sources, name: details.title, year: details.year },
        revision: found.game.revision,
        fields: editableFields.flatMap((field) => {
          const value: FieldValue | undefined = offered[field];
          if (value === undefined) return [];
          const current = found.values[field];
          const isSame = isSameValue(current, value);
          return {
            field,
            current,
            offered: value,
            isSame,
            isEdited: edited.has(field),
            isTaken: taken.includes(field),
          };
        }),
        failures: failures.map(({ source, message }) => ({ source, message })),
      };
    },

    /** Gives what could not be had. @throws AppError not_found, edit_conflict, title_taken, provider_failed */
    async take(id: string, { matchId, fields, revision }: Choice, admin: Admin): Promise<string[]> {
      const before = await getGame(id);
      const { details, failures } = await load(matchId);
      const { notices } = await applying.apply({
        ...{ details, before, fields, revision },
        record: async (trx, { title, brought }) => {
          await remember(trx, id, matchId);
          const detail = [matchId, Object.keys(brought).join(', ')].filter(Boolean).join(': ');
          await audit.write(trx, { action: 'match_taken', actor: admin.email, subject: title, detail });
        },
      });
      return [...failuresOf({ failures }), ...notices];
    },

    /** Counts as an edit by hand; the game is not searched for any more. @throws AppError as `editGame` does */
    async describe(id: string, edit: GameEdit, admin: Admin): Promise<void> {
      await gameEditing.editGame(id, edit, admin);
      const changes = { state: 'left' as const, reason: describedByHand, updatedAt: isoAt(clock) };
      await repository.settleUnmatched(db, id, { ...repository.settled, ...changes });
    },
  };
}

function sourcesOf(matchId: string): ProviderId[] {
  return entriesOf(matchId).map(({ source }) => source);
}
