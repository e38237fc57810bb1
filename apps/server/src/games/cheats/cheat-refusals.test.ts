// Refused or interrupted uploads of cheat files. They leave nothing behind.
import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '#test/client.ts';
import { addCheat, cheatFields, downloadCheat } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { beginUpload } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { openFilesUnder, traces } from '#test/traces.ts';
import { readZip } from '#test/zips.ts';
import { eventually } from '../../../../../test/waiting.ts';

const MiB = 1024 * 1024;

let gameId: string;
let before: Awaited<ReturnType<typeof traces>>;
const app = sharedApp();
const admin = sharedClient(app, 'admin');

beforeAll(async () => {
  ({ id: gameId } = await createGame(app.services, admin));
});
beforeEach(async () => {
  before = await traces(app);
});

function expectAsBefore() {
  return eventually(async () => {
    expect(await traces(app)).toEqual(before);
    expect(await openFilesUnder(app.dataDir)).toEqual([]);
  });
}

const begin = (fields: Record<string, string> = cheatFields, id = gameId) =>
  beginUpload(`${app.url}/api/games/${id}/cheat-files`, admin.account, fields, 'cheatFile');

describe('a cheat file', () => {
  afterEach(() => expectAsBefore());

  it.each([
    [{ name: '  ' }, 'Please enter a name for the cheat file'],
    [{ name: 'x'.repeat(201) }, 'must not be longer than 200 characters'],
    [{ platform: 'Xbox' }, 'must be one of Windows, Mac, Linux'],
    [{ type: 'virus' }, 'must be one of trainer, cheat_engine, mod'],
    [{ instructions: 'a\u0000b' }, 'must not contain control characters'],
    [{ description: 'x'.repeat(5001) }, 'must not be longer than 5000 characters'],
  ])('is refused with the fields %j before or after the file', async (fields, message) => {
    for (const isFileFirst of [false, true]) {
      const { status, body } = await addCheat(admin, gameId, { fields, isFileFirst });
      expect([status, body.code, body.issues[0].message]).toEqual([400, 'validation_failed', message]);
      expect(body.issues[0].path).toBe(Object.keys(fields)[0]);
    }
  });

  it('is known to the job that discards forgotten files while it arrives, in case the server is killed', async () => {
    const upload = begin();
    const noise = randomBytes(MiB);
    await upload.write(Buffer.concat([sampleArchive(4), noise]));
    const known = app.services.database.db.selectFrom('storedAhead').select('storageKey');
    await eventually(async () => {
      const [{ storageKey } = { storageKey: 'no row' }] = await known.execute();
      expect((await openFilesUnder(app.dataDir)).some((path) => path.includes(storageKey))).toBe(true);
    });
    upload.cut();
    await expect(upload.answer).rejects.toThrow();
    await eventually(async () => expect(await known.execute()).toEqual([]));
  });

  it.each(['trainer.scr', 'trainer.exe.txt', 'trainer', '.exe', 'exe', 'trainer.tar.gz', 'blob'])(
    'is refused with the name %s',
    async (fileName) => {
      const answer = await addCheat(admin, gameId, { fileName });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(answer.body.message).toContain('.exe, .ct, .zip, .rar, .7z, .dll, .asi');
    },
  );

  it('is refused if its name is that of an archive but its content is not', async () => {
    for (const fileName of ['mod.zip', 'mod.rar', 'mod.7z'])
      for (const file of [Buffer.from('P'), Buffer.from('<html>not found</html>')])
        expect(await addCheat(admin, gameId, { file, fileName })).toMatchObject({
          status: 415,
          body: { code: 'not_an_archive' },
        });
  });

  it('is refused if it is empty or missing', async () => {
    const empty = await addCheat(admin, gameId, { file: Buffer.alloc(0) });
    expect(empty).toMatchObject({ status: 400, body: { message: 'cheatFile: is empty' } });
    const send = (form: FormData) => admin.call(api.addCheat, { params: { id: gameId }, form });
    const form = new FormData();
    expect((await send(form)).status).toBe(400);
    for (const [name, value] of Object.entries(cheatFields)) form.append(name, value);
    expect(await send(form)).toMatchObject({ status: 400, body: { message: 'cheatFile: is required' } });
    form.append('other', new Blob(['x']), 'trainer.exe');
    expect(await send(form)).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
    expect((await admin.call(api.addCheat, { params: { id: gameId }, json: cheatFields })).status).toBe(415);
  });

  it('is refused together with a second one', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(cheatFields)) form.append(name, value);
    for (const name of ['a.exe', 'b.exe']) form.append('cheatFile', new Blob(['MZ']), name);
    expect((await admin.call(api.addCheat, { params: { id: gameId }, form })).status).toBe(400);
  });

  it('is refused before its bytes arrive if its content-length exceeds the limit', async () => {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${app.url}/api/games/${gameId}/cheat-files`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.account?.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 3 * 1024 * MiB,
        },
      });
      request.on('error', reject).on('response', (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.write('--x\r\ncontent-disposition: form-data; name="cheatFile"; filename="a.exe"\r\n\r\nMZ');
    });
    expect(status).toBe(413);
  });

  it('leaves nothing if its connection or its form ends early', async () => {
    for (const end of ['cut', 'breakOff'] as const) {
      const upload = begin();
      await upload.write(sampleArchive(3 * MiB));
      await eventually(async () => expect(await openFilesUnder(app.dataDir)).toHaveLength(1));
      upload[end]();
      if (end === 'breakOff') expect((await upload.answer).status).toBe(400);
      await expectAsBefore();
    }
  });

  it('leaves nothing if its game is deleted during the upload', async () => {
    const { id } = await createGame(app.services, admin);
    const upload = begin(cheatFields, id);
    await upload.write(sampleArchive(3 * MiB));
    expect((await admin.call(api.deleteGame, { params: { id } })).status).toBe(200);
    upload.finish();
    expect(await upload.answer).toMatchObject({ status: 404, body: { message: 'Game not found' } });
  });
});

/** Writes the form by hand, because fetch would escape these file names. */
async function addNamed(fileName: string): Promise<Answer['body']> {
  const parts = Object.entries(cheatFields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--x\r\ncontent-disposition: form-data; name="cheatFile"; filename="${fileName}"\r\n\r\n`;
  const response = await admin.fetch(`/api/games/${gameId}/cheat-files`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: `${parts.join('')}${head}MZ\r\n--x--\r\n`,
  });
  return response.json();
}

describe('the name of a cheat file', () => {
  it.each([
    ['../../../etc/cron.d/evil.exe', 'evil.exe'],
    ['C:\\\\Windows\\\\evil.dll', 'evil.dll'],
    ['..\\\\evil.ct', 'evil.ct'],
    ['/abs.asi', 'abs.asi'],
    ['aux.exe', '_aux.exe'],
    ['...hidden.exe', 'hidden.exe'],
    ['dots.exe...', 'dots.exe'],
    ['bell\u0007.exe', 'bell .exe'],
    ['gpj\u202e.exe', 'gpj.exe'],
    ['忍者 🎮.ct', '忍者 🎮.ct'],
  ])('%j becomes %j, also in the ZIP', async (given, safe) => {
    const body = await addNamed(given);
    expect(body.originalFileName, JSON.stringify(body)).toBe(safe.replace(' .', '.'));
    const [entry] = readZip(await downloadCheat(admin, gameId, body._id));
    expect(entry?.name).toBe(body.originalFileName);
  });
});

describe('a cheat file without content-length', () => {
  it('is accepted', async () => {
    const noise = randomBytes(MiB);
    const upload = begin();
    await upload.write(Buffer.concat([sampleArchive(4), noise]));
    upload.finish();
    const { status, body } = await upload.answer;
    expect(status).toBe(201);
    const [entry] = readZip(await downloadCheat(admin, gameId, body._id));
    expect(entry?.bytes.subarray(4).equals(noise)).toBe(true);
  });
});
