// Several downloads at once: what a list would contain, and the list for a download manager.
import type {
  DownloadListFormat,
  DownloadPlan,
  ListChoice,
} from '@cellar/contract/transfer/download-lists.ts';
import type { Member } from '#http/access.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import { addressOf } from '../downloads/target-file.ts';
import type { TicketsService } from '../downloads/tickets.service.ts';
import { type LinkedFile, listFormats } from './list-formats.ts';
import { createListSigner } from './list-tickets.ts';
import { type PlannedFile, planList } from './plan-list.ts';

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
