// Asks the server which chunks of an upload from an earlier session it has stored.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';

/**
 * Returns the digests of stored chunks. Chunks without a digest cannot be compared, so they are sent again. If the server no longer
 * knows the upload, there are none.
 */
export async function storedDigests(
  client: Pick<ApiClient, 'call'>,
  uploadId: string,
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const digests = new Map<number, string>();
  let after: number | undefined;
  do {
    const query = after === undefined ? {} : { after: String(after) };
    const { chunks } = await client
      .call(contributorApi.listUploadChunks, { params: { uploadId }, query, signal })
      .catch(noneIfUnknown);
    for (const { chunkNumber, sha256 } of chunks) if (sha256) digests.set(chunkNumber, sha256);
    after = chunks.length === limits.storedChunksPerAnswer ? chunks.at(-1)?.chunkNumber : undefined;
  } while (after !== undefined);
  return digests;
}

function noneIfUnknown(error: unknown): { chunks: [] } {
  if (error instanceof ApiError && error.code === 'not_found') return { chunks: [] };
  throw error;
}
