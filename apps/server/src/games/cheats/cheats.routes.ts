// The endpoints for adding, deleting and downloading cheat files.
import { cheatFields } from '@cellar/contract/games/cheats.ts';
import { cheatExtension, cheatExtensions } from '@cellar/contract/games/rules/cheats.ts';
import { cheatArchiveName, safeFileName } from '@cellar/contract/rules/file-names.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Member } from '#http/access.ts';
import { AppError } from '#http/errors.ts';
import { type FileAnswer, planFileAnswer } from '#http/file-answer.ts';
import { type FilePart, readMultipart } from '#http/request-bodies.ts';
import { check, type Router } from '#http/route.ts';
import { attachmentNamed, digestHeader, sendStoredFile } from '#http/send-file.ts';
import type { Pace } from '#platform/fair-line.ts';
import type { DownloadsService } from '#transfer/downloads/downloads.service.ts';
import type { SpeedsService } from '#transfer/limits/speeds.service.ts';
import type { GamesService } from '../games.service.ts';
import type { CheatSource } from './cheat-archive.ts';
import type { CheatsService, OpenedCheat } from './cheats.service.ts';

interface Deps {
  cheats: CheatsService;
  games: GamesService;
  downloads: DownloadsService;
  speeds: SpeedsService;
}

export function cheatsRoutes(router: Router, { cheats, games, downloads, speeds }: Deps): void {
  router.mount('addCheat', async ({ params, request, member, readmit }) => {
    await cheats.getTitle(params.id);
    const announced = Number(request.headers['content-length'] ?? 0);
    const { fields, file } = await readMultipart(request.raw, {
      fileField: 'cheatFile',
      readmit,
      pace: await speeds.joinUpload(member.id),
      onFile: async (part) => {
        await cheats.refuseWithoutRoom(announced);
        return cheats.addCheat(params.id, sourceOf(part), member);
      },
    });
    if (file) return file;
    check(cheatFields, fields, 'body');
    throw new AppError('validation_failed', 'cheatFile: is required');
  });

  /** A cheat file has no download whose bytes are counted as they are sent, so its bytes count when they are requested. */
  async function admit({ cheat }: OpenedCheat, { ranges }: FileAnswer, member: Member): Promise<Pace> {
    const bytes = ranges.reduce((sum, [start, end]) => sum + end - start, 0);
    const isFromStart = ranges.some(([start]) => start === 0);
    if (ranges.length > 0) {
      await cheats.countAsFile({ userId: member.id, cheatId: cheat.id, isFromStart }, (isNew) =>
        downloads.admitAtOnce(member.id, { bytes, isNew }),
      );
    }
    return speeds.join('download', member.id);
  }

  router.mount('deleteCheat', async ({ params, member }) => {
    await cheats.deleteCheat(params.id, params.cheatId, member);
    return { message: 'Cheat file deleted' };
  });

  router.mount('downloadCheat', async ({ params, member, request, reply }) => {
    await games.refuseHidden(params.id, member);
    downloads.countConnection(reply.raw, member.id, params.cheatId);
    const opened = await cheats.openCheat(params.id, params.cheatId);
    const answer = planFileAnswer(request.raw, { ...factsOf(opened.cheat), size: opened.stored.size });
    const pace = await admit(opened, answer, member).catch(async (error) => {
      await opened.stored.close();
      throw error;
    });
    const isWhole = await send({ ...opened, answer }, { request, reply, pace });
    if (isWhole) {
      await cheats
        .countDownload(opened.cheat.id)
        .catch((err) => request.log.error({ err }, 'a cheat download could not be counted'));
    }
    return reply;
  });
}

const requiredFields = ['name', 'platform', 'type'];

/** Fields may arrive in any order. If all required fields come before the file, they are checked before the file is read. */
function sourceOf({ stream, fileName: originalName, fieldsBefore, form }: FilePart): CheatSource {
  const fileName = safeFileName(originalName);
  const extension = cheatExtension(fileName);
  if (!extension) {
    throw new AppError('validation_failed', `cheatFile: must end with ${cheatExtensions.join(', ')}`);
  }
  if (requiredFields.every((name) => name in fieldsBefore)) check(cheatFields, fieldsBefore, 'body');
  const fields = form.then((all) => check(cheatFields, all, 'body'));
  return { stream, fileName, extension, fields };
}

function factsOf({ id, name, createdAt }: OpenedCheat['cheat']) {
  return {
    // The id identifies the content: a changed file gets a new row.
    etag: `"${id}"`,
    lastModified: new Date(createdAt),
    contentType: 'application/zip',
    disposition: attachmentNamed(cheatArchiveName(name), id),
  };
}

/** Returns whether this response sent the whole ZIP. */
async function send(
  { cheat, stored, answer }: OpenedCheat & { answer: FileAnswer },
  { request, reply, pace }: { request: FastifyRequest; reply: FastifyReply; pace: Pace },
): Promise<boolean> {
  let sentTo = 0;
  const isAnswered = await sendStoredFile(request, reply, {
    answer,
    source: stored,
    headers: { 'cache-control': 'private, no-transform', ...digestHeader(cheat.sha256) },
    logName: 'a cheat download',
    pace,
    onSent: (start, endExclusive) => {
      if (start === sentTo) sentTo = endExclusive;
    },
  }).finally(pace.leave);
  return isAnswered && sentTo === cheat.fileSize;
}
