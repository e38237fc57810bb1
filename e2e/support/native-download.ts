// Uses Chromium's own download manager, which saves files to a folder and resumes interrupted downloads. Bypasses
// Playwright, which treats an interrupted download as canceled.
import type { Visitor } from './visitor.ts';

export async function keepDownloadsIn({ context, page }: Visitor, folder: string): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
}
