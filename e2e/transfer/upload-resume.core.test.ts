// The server is killed during a large upload. The admin reloads and chooses the same file, and the page sends only the
// missing chunks. Another file is refused, even one of the same size.
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, smallGame } from '../support/archives.ts';
import { admin, useSiteWithOwnProcess } from '../support/site.ts';
import { addGame, chooseFile, logIn, seen, uploadReaches } from '../support/steps.ts';
import type { Visitor } from '../support/visitor.ts';
import type { Wire } from '../support/wire.ts';

const title = 'TORCS';
const platform = 'Linux';

describe('an upload whose server is killed', () => {
  const site = useSiteWithOwnProcess();
  let archive: Archive;

  beforeAll(async () => {
    // Six chunks.
    archive = await smallGame(site.folder, 'torcs.zip', 60 * 1024 ** 2);
    await site.createAccount('admin', admin);
  });

  it('resumes after a reload with the same file and sends only the missing chunks', async () => {
    const wire = await site.wire();
    const visitor = await site.visit({}, wire.url);
    await interruptUpload(visitor, wire);
    const stored = await storedChunks();
    await visitor.page.reload();
    await seen(visitor.page.getByText(`${stored.percent}% uploaded`));

    await refuseOtherFiles(visitor);

    const sentBefore = wire.requests.length;
    await chooseForResume(visitor, archive.path);
    await seen(visitor.page.getByText(`${title} uploaded successfully!`));
    expectMissingOnly(wire, sentBefore, stored);
    await expectCompleteFile();
    expect(await visitor.page.getByText('Unfinished uploads').count(), 'no unfinished uploads remain').toBe(
      0,
    );
  });

  async function interruptUpload(visitor: Visitor, wire: Wire): Promise<void> {
    const { page } = visitor;
    // Lets three of the six chunks through.
    wire.hold(/^\/api\/games$/, 3);
    // Errors while the server is stopped.
    visitor.expectProblem(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_(RESET|CLOSED|ABORTED)/);
    await logIn(page, admin);
    await page.getByRole('link', { name: 'Admin' }).click();
    await addGame(page, { path: archive.path, title, platform });
    await uploadReaches(page, title, 30);
    await site.server.kill();
    // Without a server the reload fails. It only stops the page, so that nothing more is sent for now.
    await page.reload().catch(() => undefined);
    wire.release();
    await site.server.start();
  }

  async function storedChunks() {
    const api = await site.api(admin);
    const [upload] = await api.unfinishedUploads();
    const numbers = upload ? await api.storedChunks(upload) : [];
    const total = upload?.totalChunks ?? 0;
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.length).toBeLessThan(total);
    const percent = Math.floor((100 * (upload?.storedBytes ?? 0)) / (upload?.fileSize ?? 1));
    return { numbers, total, percent };
  }

  async function refuseOtherFiles(visitor: Visitor): Promise<void> {
    const { page } = visitor;
    const other = await smallGame(site.folder, 'other.zip');
    await chooseForResume(visitor, other.path);
    await seen(page.getByText(/“other\.zip” is not the file this upload began with .* the same file\./));

    await chooseForResume(visitor, await alteredCopy());
    const refusal =
      'Failed to add game. This is not the file the upload began with. Please choose the same file.';
    await seen(page.getByText(refusal));
    await page.getByRole('button', { name: `Remove ${title} (${platform}) from the list` }).click();
  }

  /** Creates a copy of the same size in which a byte of an already stored chunk differs. */
  async function alteredCopy(): Promise<string> {
    const path = join(site.folder, 'forged.zip');
    await copyFile(archive.path, path);
    const file = await open(path, 'r+');
    await file.write(Buffer.from('forged'), 0, 6, 4096);
    await file.close();
    return path;
  }

  async function chooseForResume({ page }: Visitor, path: string): Promise<void> {
    await chooseFile(page.getByRole('button', { name: `Resume ${title} (${platform})` }), path);
  }

  function expectMissingOnly(wire: Wire, from: number, stored: { numbers: number[]; total: number }): void {
    const sent = wire.requests.slice(from).flatMap(({ chunkNumber }) => chunkNumber ?? []);
    const all = Array.from({ length: stored.total }, (_, chunk) => chunk);
    const missing = all.filter((chunk) => !stored.numbers.includes(chunk));
    expect(sent.sort((a, b) => a - b)).toEqual(missing);
  }

  async function expectCompleteFile(): Promise<void> {
    const api = await site.api(admin);
    const [game] = await api.games();
    expect(game?.title).toBe(title);
    expect(await api.sha256OfFile(game?._id ?? '', platform)).toBe(archive.sha256);
  }
});
