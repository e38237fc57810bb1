// The chunks, form fields and record of an upload.

import type { Game } from '@cellar/contract/games/games.ts';
import { chunkCount, chunkSizeFor } from '@cellar/contract/rules/sizes.ts';
import type { ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import { gameArchiveExtensions, platformFileExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { extraExtensions, extraLabel, longestExtension } from '@cellar/contract/transfer/rules/extras.ts';
import { smallerChunkSize } from '@cellar/contract/transfer/rules/proxy-cuts.ts';
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { UploadError } from './upload-error.ts';
import type { UploadRecord } from './upload-record.ts';

export interface UploadInput {
  file: File;
  title: string;
  /** Empty for an extra for every platform. */
  platform: string;
  /** The facts of an extra. Absent for a platform file. */
  extra?: ExtraFacts | undefined;
  /** The game to which the file is added. If absent, the upload creates a new game. */
  gameId?: string | undefined;
  /** Whether the file replaces the platform's current file once the upload is complete. */
  replace?: boolean | undefined;
  /** The server's state of the upload, if it is being resumed. */
  resume?: UnfinishedUpload | undefined;
}

export interface UploadPlan {
  readonly id: string;
  readonly input: UploadInput;
  readonly extension: string;
  readonly chunkSize: number;
  readonly totalChunks: number;
}

/**
 * Keeps the original title, platform and facts of a resumed upload, because the server would treat other values as a different
 * upload.
 */
export function withFinalTitle(input: UploadInput): UploadInput {
  const { resume } = input;
  if (!resume) return { ...input, title: input.title.trim() };
  const { title, platform, extra, gameId, replace } = resume;
  return { ...input, title, platform, extra: extra ?? undefined, replace, gameId: gameId ?? undefined };
}

/** What the transfer counts. */
type Counts = Pick<UploadRecord, 'totalChunks' | 'chunksCompleted' | 'currentChunk' | 'isRetrying'>;

export function newRecord(id: string, input: UploadInput, counts: Counts): UploadRecord {
  return {
    id,
    title: input.title,
    part: input.extra ? extraLabel(input.extra) : input.platform,
    platform: input.platform,
    isExtra: input.extra !== undefined,
    gameId: input.gameId,
    fileName: input.file.name,
    fileSize: input.file.size,
    ...counts,
    progress: 0,
    status: 'queued',
    startTime: Date.now(),
    speed: 0,
  };
}

export function completed(record: UploadRecord, counts: Counts, game?: Game): UploadRecord {
  const end = { status: 'completed', progress: 100, endTime: Date.now(), eta: undefined } as const;
  return { ...record, ...counts, ...end, gameId: game?._id ?? record.gameId };
}

/** Throws UploadError `wrong_extension`, or `not_same_file` if the size differs. */
export function planUpload(id: string, input: UploadInput, maxChunkBytes: number): UploadPlan {
  const { file, resume } = input;
  const chunkSize = resume?.chunkSize ?? chunkSizeFor(file.size, maxChunkBytes);
  const totalChunks = chunkCount(file.size, chunkSize);
  if (resume) {
    const isSameSize = resume.fileSize === null || resume.fileSize === file.size;
    if (!isSameSize || resume.totalChunks !== totalChunks) throw new UploadError('not_same_file');
  }
  const extension = resume?.fileExtension ?? longestExtension(file.name, acceptedFiles(input));
  if (!extension) throw new UploadError('wrong_extension');
  return { id, input, extension, chunkSize, totalChunks };
}

/** Returns undefined if chunks can hardly be smaller. */
export function withSmallerChunks(plan: UploadPlan): UploadPlan | undefined {
  const { size } = plan.input.file;
  const chunkSize = smallerChunkSize(plan.chunkSize, size);
  return chunkSize === undefined
    ? undefined
    : { ...plan, chunkSize, totalChunks: chunkCount(size, chunkSize) };
}

/** Returns the accepted extensions of what the upload adds. */
export function acceptedFiles({ gameId, extra }: Pick<UploadInput, 'gameId' | 'extra'>): readonly string[] {
  if (extra) return extraExtensions;
  return gameId === undefined ? gameArchiveExtensions : platformFileExtensions;
}

/** Returns a slice of the file without reading it. */
export function chunkOf(plan: UploadPlan, chunk: number): Blob {
  const start = chunk * plan.chunkSize;
  return plan.input.file.slice(start, Math.min(start + plan.chunkSize, plan.input.file.size));
}

/** Returns the body of a chunk request. The fields come first, so that the server has them before the bytes. */
export function chunkForm(plan: UploadPlan, chunk: number, sha256: string): FormData {
  const form = fieldsForm(plan, chunk);
  form.append('chunkSha256', sha256);
  form.append('gameFile', chunkOf(plan, chunk), 'chunk');
  return form;
}

/** Returns the body of the request that completes the upload: the number of the last chunk, without a file. */
export function completionForm(plan: UploadPlan): FormData {
  return fieldsForm(plan, plan.totalChunks - 1);
}

function fieldsForm(plan: UploadPlan, chunk: number): FormData {
  const { file, title, platform, extra, gameId, replace } = plan.input;
  const form = new FormData();
  if (gameId === undefined) form.append('title', title);
  form.append('platform', platform);
  for (const name of ['kind', 'name', 'version', 'note'] as const) if (extra) form.append(name, extra[name]);
  if (replace) form.append('replace', 'true');
  form.append('chunkNumber', String(chunk));
  form.append('totalChunks', String(plan.totalChunks));
  form.append('uploadId', plan.id);
  form.append('fileExtension', plan.extension);
  form.append('fileSize', String(file.size));
  form.append('chunkSize', String(plan.chunkSize));
  const fileName = validFileName(file.name);
  if (fileName) form.append('fileName', fileName);
  return form;
}

/** Shortens a file name, because the server accepts one line of at most 255 characters and file systems allow more. */
function validFileName(name: string): string {
  return name
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 255)
    .toWellFormed()
    .trim();
}
