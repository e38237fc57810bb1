// Fetches the `.sha256` file of a platform file and hands it to the reader's disk. Used below the download button.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { saveBlob } from '#lib/save-blob.ts';

export interface DigestOf {
  gameId: string;
  title: string;
  platform: string;
}

export async function saveDigest(client: ApiClient, { gameId, title, platform }: DigestOf): Promise<void> {
  const blob = await client.fetchFile(api.downloadDigest, {
    params: { id: gameId, platform },
    timeoutMs: limits.apiTimeoutMs,
  });
  // `DIGEST  NAME`, as sha256sum writes it: the file beside which it is to lie. A name with a backslash is escaped there.
  const name = /^[0-9a-f]{64} [ *]([^\r\n]+)/.exec(await blob.text())?.[1] ?? `${title} (${platform})`;
  saveBlob(blob, `${name}.sha256`);
}
