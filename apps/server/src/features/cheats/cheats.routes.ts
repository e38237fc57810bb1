// The cheat file endpoints: adding, deleting, downloading.
import type { OutgoingHttpHeaders } from 'node:http';
import { cheatFields } from '@cellar/contract/cheats.ts';
import { cheatExtension, cheatExtensions } from '@cellar/contract/rules/cheats.ts';
import { safeFileName } from '@cellar/contract/rules/file-names.ts';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#http/errors.ts';
import { fileRefusal } from '#http/file-refusal.ts';
import { type FilePart, readMultipart } from '#http/multipart.ts';
import { check, type Router } from '#http/route.ts';
import { sendFile } from '#http/send-file.ts';
import type { CheatSource } from './cheat-archive.ts';
import type { CheatsService, OpenedCheat } from './cheats.service.ts';

export function cheatsRoutes(router: Router, cheats: CheatsService): void {
  router.mount('addCheat', async ({ params, request, member }) => {
    await cheats.getTitle(params.id);
    const announced = Number(request.headers['content-length'] ?? 0);
    const { fields, file } = await readMultipart(request.raw, {
      fileField: 'cheatFile',
      onFile: async (part) => {
        await cheats.refuseWithoutRoom(announced);
        return cheats.addCheat(params.id, sourceOf(part), member);
      },
    });
    if (file) return file;
    check(cheatFields, fields, 'body');
    throw new AppError('validation_failed', 'cheatFile: is required');
  });

  router.mount('deleteCheat', async ({ params, member }) => {
    await cheats.deleteCheat(params.id, params.cheatId, member);
    return { message: 'Cheat file deleted' };
  });

  router.mount('downloadCheat', async ({ params, request, reply }) => {
    const opened = await cheats.openCheat(params.id, params.cheatId);
    const isWhole = await send(opened, request, reply);
    if (isWhole) {
      await cheats
        .countDownload(opened.cheat.id)
        .catch((err) => request.log.error({ err }, 'a cheat download could not be counted'));
    }
    return reply;
  });
}

const needed = ['name', 'platform', 'type'];

/** Fields may come in any order; those that came before the file are judged before the file is taken in. */
function sourceOf({ stream, fileName: given, fieldsBefore, form }: FilePart): CheatSource {
  const fileName = safeFileName(given);
  const extension = cheatExtension(fileName);
  if (!extension) {
    throw new AppError('validation_failed', `cheatFile: must end with ${cheatExtensions.join(', ')}`);
  }
  if (needed.every((name) => name in fieldsBefore)) check(cheatFields, fieldsBefore, 'body');
  const fields = form.then((all) => check(cheatFields, all, 'body'));
  return { stream, fileName, extension, fields };
}

/** Past Fastify, on Node's own response, as platform files go. Gives whether the whole ZIP went out. */
async function send(
  { cheat, fileName, stored }: OpenedCheat,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  reply.hijack();
  let sentTo = 0;
  const result = await sendFile({
    request: request.raw,
    response: reply.raw,
    source: stored,
    // The id stands for the content: another file is another row.
    etag: `"${cheat.id}"`,
    lastModified: new Date(cheat.createdAt),
    contentType: 'application/zip',
    disposition: contentDisposition(fileName),
    headers: {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'cache-control': 'private, no-transform',
      'repr-digest': `sha-256=:${Buffer.from(cheat.sha256, 'hex').toString('base64')}:`,
    },
    refusal: (status) => fileRefusal(status, request.id),
    onSent: (start, endExclusive) => {
      if (start === sentTo) sentTo = endExclusive;
    },
  });
  if (result.outcome === 'failed') request.log.error({ err: result.error }, 'a cheat download broke off');
  return result.outcome === 'sent' && sentTo === cheat.fileSize;
}
