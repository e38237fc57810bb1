// Names that would break out of a header, a folder or a spreadsheet, as titles of games and names of extras and cheat files: what
// browsers, unpackers and spreadsheets read in the end is one harmless name.
import { api } from '@cellar/contract/api.ts';
import { expect, it } from 'vitest';
import { createGame } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { addCheat, addExtra, cheatPath } from '../extras-and-cheats.ts';
import { readZip } from '../zips.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

const names = [
  'a"; filename="evil.exe',
  "a; filename*=UTF-8''evil.exe",
  'C:\\Windows\\evil',
  '/etc/cron.d/evil',
  '%2e%2e%2fevil%0d%0aX-Evil: 1',
  'CON',
  '=1+1',
  ';=1+1',
  '＝2+2',
  '<script>alert(1)</script>',
  '. . .',
];

/** What leaves a folder, is refused by a system, or is hidden by one. */
const unsafe = /[\\/:*?"<>|\p{Cc}]|^[. ]|[. ]$|^(con|nul)(\.|$)/iu;

/** Reads the header like a browser (RFC 6266): the extended name comes first. */
function fileNameIn(disposition: string): string {
  const [, quoted, token] =
    /^attachment; filename=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/.exec(disposition) ?? [];
  const [, extended] = /; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(disposition) ?? [];
  const plain = (quoted ?? token ?? '').replace(/\\(.)/g, '$1');
  return extended === undefined ? plain : decodeURIComponent(extended);
}

it.each(names)('the name %j becomes one safe file name, also in a ZIP, and no formula', async (name) => {
  const { id, platform } = await createGame(app.services, admin, { title: name });
  const extra = await addExtra(app.services, admin, id, { facts: { name }, fileName: `${name}.zip` });
  const cheat = await addCheat(admin, id, { fields: { name }, fileName: `a${name}.exe` });
  const cheatAddress = cheatPath(id, cheat.body._id);
  const addresses = [
    `/api/games/${id}/download/${platform}?downloadId=${id}`,
    `/api/games/${id}/download/${platform}/sha256`,
    `/api/games/${id}/extras/${extra._id}/download?downloadId=${extra._id}`,
    cheatAddress,
  ];
  for (const address of addresses) {
    const { status, headers } = await admin.fetch(address);
    expect(status, address).toBe(200);
    const disposition = headers.get('content-disposition') ?? '';
    expect(fileNameIn(disposition), disposition).toMatch(/\.(zip|sha256)$/);
    expect(fileNameIn(disposition), disposition).not.toMatch(unsafe);
    expect(headers.get('x-evil')).toBeNull();
  }
  const zip = await admin.fetch(cheatAddress);
  const [entry] = readZip(Buffer.from(await zip.arrayBuffer()));
  expect(entry?.name).toMatch(/\.exe$/);
  expect(entry?.name).not.toMatch(unsafe);
  expect(await formulasInExport(id)).toEqual([]);
});

/** Returns the cells that a spreadsheet evaluates, whether commas or semicolons separate the cells. */
async function formulasInExport(downloadId: string): Promise<string[]> {
  const { body } = await admin.call(api.exportActivity);
  expect(body).toContain(downloadId);
  const lines = String(body).split('\r\n');
  // A quote makes a cell text only where the cell begins.
  const cells = lines.flatMap((line) => [...line.split(';'), ...line.split(',')]);
  return cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell));
}
