// Chromium's own download manager, as members have it: files go to a folder, and what breaks off is resumed. Past Playwright,
// whose bookkeeping takes an interrupted download for a cancelled one.
import type { Visitor } from './visitor.ts';

export async function keepDownloadsIn({ context, page }: Visitor, folder: string): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
}
