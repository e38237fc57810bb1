// The running and interrupted uploads of a game's platform files.
import type { UnfinishedUpload } from '@cellar/contract/uploads.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/api-context.ts';
import type { UploadRecord } from '../engine/upload-record.ts';
import { unfinishedUploadsQuery } from '../uploads.queries.ts';
import { useUploads } from '../use-uploads.ts';

export interface GameUploads {
  /** The latest upload for each platform. */
  running: UploadRecord[];
  unfinished: UnfinishedUpload[];
}

export function useGameUploads(gameId: string): GameUploads {
  const uploads = useUploads();
  const { data = [] } = useQuery(unfinishedUploadsQuery(useApi()));
  const here = new Set(uploads.map(({ id }) => id));
  const ofGame = uploads.filter((upload) => upload.gameId === gameId && upload.status !== 'completed');
  const lastByPlatform = new Map(ofGame.map((upload) => [upload.platform, upload]));
  return {
    running: [...lastByPlatform.values()],
    unfinished: data.filter((upload) => upload.gameId === gameId && !here.has(upload.uploadId)),
  };
}
