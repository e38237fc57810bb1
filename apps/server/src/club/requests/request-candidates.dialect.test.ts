// What members choose from when they request a game: the metadata providers' games.
import { api } from '@cellar/contract/api.ts';
import type { RequestCandidate } from '@cellar/contract/club/requests.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { beforeEach, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { metadataLibrary } from '#test/metadata-library.ts';

const library = metadataLibrary();
let member: Client;
beforeEach(async () => {
  member = await library.app.as('member');
});

const find = (title: string, client = member) => client.call(api.findRequestCandidates, { query: { title } });

it('members find the providers’ games, and the search is cached', async () => {
  const { status, body } = await find('Portal 2');
  expect(status).toBe(200);
  expect(body.isAnswered).toBe(true);
  const [best]: RequestCandidate[] = body.candidates;
  expect(best).toMatchObject({ title: 'Portal 2', year: 2011 });
  expect(best?.coverUrl).toMatch(/^\/api\/metadata\/pictures\?of=/);
  const asked = library.server.asked.length;
  await find(' portal  2', await library.app.as('member'));
  expect(library.server.asked.length).toBe(asked);
});

it('a request for a candidate has its title, year and cover, whatever the member types', async () => {
  const [best] = (await find('Portal 2')).body.candidates;
  const json = { title: 'Something else', year: 1999, candidate: best.candidate };
  const { body } = await member.call(api.createRequest, { json });
  expect(body).toMatchObject({ isNew: true, request: { title: 'Portal 2', year: 2011 } });
  expect((await member.fetch(body.request.coverUrl)).status).toBe(200);

  const other = await library.app.as('member');
  const again = (await find('Portal 2', other)).body.candidates[0];
  const second = await other.call(api.createRequest, { json: { title: 'x', candidate: again.candidate } });
  expect(second.body).toMatchObject({ isNew: false, request: { _id: body.request._id, votes: 2 } });
});

it('a provider that fails is not asked again during its pause, and members still request games', async () => {
  const down = { status: 500 };
  library.server.behaviour = { steam: down, igdb: down, rawg: down };
  expect((await find('Half-Life')).body).toEqual({ candidates: [], isAnswered: false });
  const asked = library.server.asked.length;
  expect((await find('Half-Life 2')).body).toEqual({ candidates: [], isAnswered: false });
  expect(library.server.asked.length).toBe(asked);
  expect((await member.call(api.createRequest, { json: { title: 'Half-Life' } })).status).toBe(201);
});

it('searches are limited per member', async () => {
  library.server.behaviour = { steam: { status: 500 }, igdb: { status: 500 }, rawg: { status: 500 } };
  let status = 200;
  for (let n = 0; status === 200 && n <= limits.requestSearchesPerHour; n += 1)
    ({ status } = await find(`Game ${n}`));
  expect(status).toBe(429);
  expect((await find('Game', await library.app.as('member'))).status).toBe(200);
});

it.each(['', 'x'.repeat(201)])('refuses the title %j', async (title) => {
  expect((await find(title)).status).toBe(400);
});
