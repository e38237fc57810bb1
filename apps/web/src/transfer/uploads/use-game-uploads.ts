// The uploads that add a file to a game: those of this page, and interrupted ones.
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/api-context.ts';
import type { UploadRecord } from './engine/upload-record.ts';
import { unfinishedUploadsQuery } from './uploads.queries.ts';
import { useUploads } from './use-uploads.ts';

interface GameUploads {
  /** Uploads of this page that are not completed. */
  running: UploadRecord[];
  /** Uploads that no page of this browser is showing. */
  unfinished: UnfinishedUpload[];
}

/** Returns the uploads of platform files, or those of extras. */
export function useGameUploads(gameId: string, kind: 'files' | 'extras'): GameUploads {
  const uploads = useUploads();
  const idsOfThisPage = new Set(uploads.map(({ id }) => id));
  const isHere = (id: string) => idsOfThisPage.has(id);
  const { data } = useQuery(unfinishedUploadsQuery(useApi(), { gameId, isHere }));
  const wantsExtras = kind === 'extras';
  return {
    running: uploads.filter(
      (upload) => upload.gameId === gameId && upload.isExtra === wantsExtras && upload.status !== 'completed',
    ),
    unfinished: (data?.uploads ?? []).filter(
      ({ extra, uploadId }) => (extra !== null) === wantsExtras && !idsOfThisPage.has(uploadId),
    ),
  };
}
