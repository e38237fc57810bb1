// Members who browse: they log in, look at pages with their pictures, think, and log out.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { ask, askJson, checkDigest, logIn, logOut, parse, requestOf } from './ask.ts';
import { between, isLucky, pick, repeat, think, type Visitor } from './site.ts';

interface Card {
  _id: string;
  title: string;
  boxArtUrl: string | null;
}

interface Game extends Card {
  gameplayImages: string[];
}

/** One login of a member. */
interface Session {
  visitor: Visitor;
  token: string;
  /** The games of the page that the member sees. */
  cards: Card[];
  /** The addresses of pictures that the browser keeps. */
  seen: Set<string>;
}

/** The titles of games that admins upload and delete begin with it, so they may be gone when a member opens them. */
export const shortLived = 'Soak';

const thinkMs = 5000;
const sorts = ['recentlyAddedDesc', 'recentlyAddedAsc', 'titleAsc', 'titleDesc', 'mostDownloaded'];
const searches = [
  'adventure',
  'dragon',
  'legend',
  'shadow',
  'kingdom',
  'star',
  'night',
  'dargon',
  'the',
  'zz',
];

/** Returns when the soak is over. `arriveMs`: the members arrive one after the other in this time. */
export async function browse(visitor: Visitor, email: string, arriveMs: number): Promise<void> {
  await think(visitor, between(visitor, 0, arriveMs)).catch(() => undefined);
  await repeat(visitor, async () => {
    const token = await logIn(visitor, email);
    const leaving = new AbortController();
    const stream = followAlerts(visitor, token, leaving.signal);
    // It is awaited below, which reports the error.
    stream.catch(() => undefined);
    try {
      await stay({ visitor, token, cards: [], seen: new Set() });
    } finally {
      leaving.abort();
      await stream;
      await logOut(visitor, token);
    }
    await think(visitor, 15_000);
  });
}

async function stay(session: Session): Promise<void> {
  const { visitor, token } = session;
  await ask(visitor, '/games');
  await ask(visitor, '/api/visits', { method: 'POST', token, json: {} });
  await openHome(session);
  for (let pages = Math.round(between(visitor, 10, 60)); pages > 0; pages -= 1) {
    await think(visitor, thinkMs);
    await chooseAction(session)(session);
  }
}

function chooseAction({ visitor, cards }: Session): (session: Session) => Promise<void> {
  const dice = visitor.random();
  if (dice < 0.4 || cards.length === 0) return openPage;
  if (dice < 0.55) return search;
  if (dice < 0.82) return openGame;
  if (dice < 0.88) return openHome;
  return dice < 0.94 ? openAccount : markGame;
}

async function openHome({ visitor, token }: Session): Promise<void> {
  await ask(visitor, '/api/home', { token });
  await ask(visitor, '/api/alerts/unread', { token });
}

async function openPage(session: Session): Promise<void> {
  // The first pages are opened most.
  const page = 1 + Math.floor(session.visitor.random() ** 3 * 800);
  await openCards(session, { page: String(page), sort: pick(session.visitor, sorts) });
}

async function search(session: Session): Promise<void> {
  const text = pick(session.visitor, searches);
  await openCards(session, { search: text.slice(0, Math.round(between(session.visitor, 2, text.length))) });
}

async function openCards(session: Session, query: Record<string, string>): Promise<void> {
  const { visitor, token } = session;
  const path = `/api/games?${new URLSearchParams(query)}`;
  const { games } = await askJson<{ games: Card[] }>(visitor, path, { token });
  session.cards = games;
  // What the window shows.
  for (const { boxArtUrl } of games.slice(0, 8)) await see(session, boxArtUrl?.replace('.webp', '-400.webp'));
}

async function openGame(session: Session): Promise<void> {
  const { visitor, token, cards } = session;
  const { _id, title } = pick(visitor, cards);
  const expected = title.startsWith(shortLived) ? [200, 404] : [200];
  const answer = await ask(visitor, `/api/games/${_id}`, { token, expected });
  if (answer.status === 404) return;
  const game = parse<Game>(answer);
  await ask(visitor, `/api/games/${_id}/marks`, { token, expected });
  await see(session, game.boxArtUrl?.replace('.webp', '-800.webp'));
  if (game.gameplayImages[0] && isLucky(visitor, 0.5)) await see(session, game.gameplayImages[0]);
}

async function openAccount({ visitor, token }: Session): Promise<void> {
  await ask(visitor, '/api/users/profile', { token });
  await ask(visitor, '/api/users/sessions', { token });
  await ask(visitor, '/api/download-activity/my-activity', { token });
}

async function markGame({ visitor, token, cards }: Session): Promise<void> {
  const { _id, title } = pick(visitor, cards);
  if (title.startsWith(shortLived)) return;
  const json = { isFavorite: isLucky(visitor, 0.5) };
  await ask(visitor, `/api/games/${_id}/marks`, { method: 'PUT', token, json });
}

/** Loads a picture that the browser has not seen. The name of one in full size is the digest of the picture that was uploaded. */
async function see({ visitor, seen }: Session, address: string | undefined): Promise<void> {
  if (!address || seen.has(address)) return;
  seen.add(address);
  const picture = (await ask(visitor, address)).body;
  const digest = /^\/api\/artwork\/([0-9a-f]{64})[.]webp$/.exec(address)?.[1];
  if (digest) checkDigest(visitor, 'a picture', createHash('sha256').update(picture).digest('hex'), digest);
}

/** Keeps the stream behind the bell open until the member leaves, as the page does. */
function followAlerts(visitor: Visitor, token: string, left: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const end = () => (left.aborted ? resolve() : reject(new Error('the stream of alerts ended')));
    http
      .get(requestOf(visitor, { path: '/api/alerts/stream', headers, signal: left }), (response) => {
        if (response.statusCode !== 200) reject(new Error(`the alerts answered ${response.statusCode}`));
        response.resume().on('error', end).on('close', end);
      })
      .on('error', end);
  });
}
