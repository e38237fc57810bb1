// Members who download on lines that break. They resume, and sometimes give up.
import { ask, logIn, logOut } from './ask.ts';
import { createTicket, downloadFile, homeLine, type StoredFile } from './download-file.ts';
import { isLucky, pick, repeat, think, type Visitor } from './site.ts';

const downloadsPerLogin = 8;

/** Returns when the soak is over. */
export async function downloadRepeatedly(
  visitor: Visitor,
  { email, files, arriveMs }: { email: string; files: StoredFile[]; arriveMs: number },
): Promise<void> {
  await think(visitor, arriveMs / 2).catch(() => undefined);
  let number = 0;
  await repeat(visitor, async () => {
    const token = await logIn(visitor, email);
    try {
      for (let count = 0; count < downloadsPerLogin; count += 1) {
        number += 1;
        const downloadId = `soak-${visitor.address}-${number}`;
        await downloadOnce(visitor, { token, downloadId, file: pick(visitor, files) });
        await think(visitor, 3000);
      }
    } finally {
      await logOut(visitor, token);
    }
  });
}

async function downloadOnce(
  visitor: Visitor,
  { token, downloadId, file }: { token: string; downloadId: string; file: StoredFile },
): Promise<void> {
  const path = await createTicket(visitor, { token, downloadId, gameId: file.gameId });
  const load = { path, file, line: homeLine(visitor) };
  const outcome = await downloadFile(visitor, load, () => isLucky(visitor, 0.05));
  if (outcome === 'complete') return;
  await ask(visitor, `/api/download-activity/${downloadId}/cancel`, { method: 'POST', token, json: {} });
}
