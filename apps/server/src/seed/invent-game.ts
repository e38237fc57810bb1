// Invents the metadata of a game.
import type { PlayMode } from '@cellar/contract/games/rules/play-modes.ts';
import type { Random } from './random.ts';

export interface InventedFacts {
  description: string;
  releaseDate: string | null;
  developer: string | null;
  publisher: string | null;
  rating: number | null;
  ratingCount: number | null;
  ageRating: string | null;
  genres: string[];
  modes: PlayMode[];
  maxPlayers: number | null;
  /** Platform names as the database stores them. */
  platforms: string[];
}

const years = { first: 1985, last: 2026 };

export function inventFacts(random: Random): InventedFacts {
  const isRated = random.chance(0.7);
  const developer = random.chance(0.93) ? pickSkewed(random, developers) : null;
  return {
    description: describe(random),
    releaseDate: random.chance(0.93) ? inventDay(random) : null,
    developer,
    // Small developers publish their own games.
    publisher: random.chance(0.4) ? developer : random.chance(0.9) ? pickSkewed(random, publishers) : null,
    rating: isRated ? Math.round(random.between(28, 98) * 10) / 10 : null,
    ratingCount: isRated ? Math.round(3 * 10 ** random.between(0, 3.5)) : null,
    ageRating: random.chance(0.65) ? random.pick(ageRatings) : null,
    genres: inventGenres(random),
    platforms: inventPlatforms(random),
    ...inventPlayers(random),
  };
}

/** Picks earlier values more often. */
function pickSkewed<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random.next() ** 2.2 * values.length)] as T;
}

function describe(random: Random): string {
  const fill = (sentence: string) =>
    sentence.replace(/\{(\w+)\}/g, (_, gap: string) => random.pick(gaps[gap] ?? ['']));
  const sentences = [random.pick(openings)];
  if (random.chance(0.75)) sentences.push(random.pick(details));
  if (random.chance(0.45))
    sentences.push(random.pick(details.filter((detail) => !sentences.includes(detail))));
  if (random.chance(0.4)) sentences.push(random.pick(closings));
  return sentences.map(fill).join(' ');
}

/** Recent years are more likely. */
function inventDay(random: Random): string {
  const span = years.last - years.first + 1;
  const year = years.first + Math.floor(random.next() ** 0.6 * span);
  // The last year is not over.
  const month = random.whole(1, year === years.last ? 6 : 12);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${year}-${two(month)}-${two(random.whole(1, 28))}`;
}

function inventGenres(random: Random): string[] {
  const count = 1 + Number(random.chance(0.7)) + Number(random.chance(0.4)) + Number(random.chance(0.15));
  const found = new Set<string>();
  while (found.size < count) found.add(pickSkewed(random, genres));
  return [...found];
}

const groupSizes = [2, 2, 2, 3, 4, 4, 4, 4, 6, 8, 8, 10, 12, 16, 24, 32, 64, 100];

/** Most games are for one player. Of some, nothing is known. */
function inventPlayers(random: Random): Pick<InventedFacts, 'modes' | 'maxPlayers'> {
  if (random.chance(0.1)) return { modes: [], maxPlayers: null };
  if (random.chance(0.62)) return { modes: ['singlePlayer'], maxPlayers: 1 };
  const isSameScreen = random.chance(0.35);
  const modes: PlayMode[] = [
    ...(random.chance(0.85) ? (['singlePlayer'] as const) : []),
    ...(!isSameScreen || random.chance(0.6) ? (['multiplayer'] as const) : []),
    ...(random.chance(0.5) ? (['coop'] as const) : []),
    ...(isSameScreen ? (['sameScreen'] as const) : []),
  ];
  return { modes, maxPlayers: random.chance(0.7) ? random.pick(groupSizes) : null };
}

/** Platforms that a game has in addition to Windows or instead of it. */
const otherPlatforms: readonly [probability: number, names: readonly string[]][] = [
  [0.14, ['Linux', 'Linux', 'Linux', 'Linux (Modded)', 'Linux v2.1']],
  [0.12, ['Mac', 'Mac', 'Mac', 'Mac', 'Mac (Modded)', 'Mac v1.0.3']],
  [0.06, ['Windows (Modded)']],
  [0.05, ['PlayStation']],
  [0.04, ['Xbox']],
  [0.05, ['Nintendo Switch']],
];
const windowsVersions = ['v1.0', 'v1.1', 'v1.2', 'v1.2.1', 'v2.0', 'v2.5', 'v3.0 beta'];
const maxPlatforms = 3;

function inventPlatforms(random: Random): string[] {
  const platforms: string[] = [];
  if (random.chance(0.8))
    platforms.push(random.chance(0.06) ? `Windows ${random.pick(windowsVersions)}` : 'Windows');
  for (const [probability, names] of otherPlatforms) {
    if (platforms.length < maxPlatforms && random.chance(probability)) platforms.push(random.pick(names));
  }
  if (platforms.length === 0) platforms.push(random.pick(random.pick(otherPlatforms)[1]));
  return platforms;
}

// Invented studios and publishers, and real genres and age ratings.

const words = (text: string) => text.trim().split(/\s+/);

const firstNames = words(`
  Amber Anvil Badger Birch Bramble Candle Cinder Cobble Copper Crane Dapple Ember Fathom Fern Fiddle Foxglove Gannet
  Gravel Hazel Heron Juniper Kettle Lantern Larch Linden Magpie Marrow Meridian Mosaic Nettle Nightjar Otter Parsnip
  Pebble Pewter Puffin Quartz Quill Rook Saffron Sable Salt Sparrow Tallow Teapot Thimble Timber Walnut Willow Wren`);

const lastNames = ['Games', 'Interactive', 'Studios', 'Works', 'Software', 'Digital', 'Forge', 'Collective'];

/** About 400. The first ones make the most games. */
const developers = lastNames.flatMap((last) => firstNames.map((first) => `${first} ${last}`));

const publishers = firstNames
  .map((first, at) => `${first} & ${firstNames[(at + 17) % firstNames.length]} Publishing`)
  .concat(['Studio Zażółć', 'Éditions du Phare', 'Spielehaus Süd', '株式会社ほしぞら']);

/** The most common ones come first. */
const genres = [
  ...[
    'Action',
    'Adventure',
    'Indie',
    'Role-playing',
    'Strategy',
    'Simulation',
    'Puzzle',
    'Platformer',
    'Shooter',
  ],
  ...[
    'Racing',
    'Sports',
    'Fighting',
    'Horror',
    'Survival',
    'Roguelike',
    'Stealth',
    'Visual Novel',
    'Point-and-click',
  ],
  ...['Turn-based Strategy', 'Real-time Strategy', 'City Builder', 'Card Game', 'Rhythm', 'Educational'],
];

const ageRatings = [
  ...['PEGI 3', 'PEGI 7', 'PEGI 12', 'PEGI 16', 'PEGI 18'],
  ...['ESRB E', 'ESRB E10+', 'ESRB T', 'ESRB M', 'USK 6', 'USK 12', 'USK 16'],
];

// The sentences of invented descriptions, and the words for their gaps.

/** A gap such as `{hero}` is filled with a word from the list of that name. */
const openings = [
  'A {mood} {kind} about {hero} who must {goal}.',
  'You are {hero}, and you have {span} to {goal}.',
  'In {place}, {hero} sets out to {goal}.',
  '{place_} is not what it used to be, and only {hero} can {goal}.',
  'Build, trade and fight your way through {place} in this {mood} {kind}.',
  'Nobody believed {hero} until the lights went out in {place}.',
  'A {kind} for one player or a full sofa, set in {place}.',
  'What begins as a quiet {kind} ends far from {place}.',
];

const details = [
  'Every choice leaves its mark on {place}.',
  'Gather {thing}, repair {thing} and never run out of {thing}.',
  'Over {count} levels wait, and each of them has a second way out.',
  'The soundtrack was recorded with {thing} and an old church organ.',
  'Meet {hero}, who has a plan, and {hero}, who has none.',
  'No two journeys through {place} are alike.',
  'Fights are short, loud and fair.',
  'Weather, tides and hunger follow their own rules.',
  'It plays as well with a controller as with keyboard and mouse.',
  'An editor comes along, and so do {count} maps made by players.',
  'Time stands still while you think, so think well.',
  'The further you go, the less {place} trusts you.',
];

const closings = [
  'Bring a friend.',
  'A demo of the first hour is included.',
  'Finished in an evening, remembered for longer.',
  'Up to {count} players on one network.',
  'There is no hurry.',
  'Expect to lose, and to like it.',
  'Speaks English, French and Spanish.',
  'Runs on nearly anything.',
];

const gaps: Record<string, readonly string[]> = {
  mood: [
    'quiet',
    'ruthless',
    'cheerful',
    'hand-drawn',
    'bleak',
    'strange',
    'fast',
    'slow',
    'warm',
    'tactical',
  ],
  kind: [
    ...['adventure', 'platformer', 'strategy game', 'puzzle', 'shooter', 'roguelike', 'racing game'],
    ...['role-playing game', 'mystery', 'builder', 'survival story', 'stealth game'],
  ],
  hero: [
    ...[
      'a retired lighthouse keeper',
      'the last archivist',
      'a pair of sisters',
      'a stubborn robot',
      'a young smuggler',
    ],
    ...[
      'an exiled queen',
      'a courier without a map',
      'the new mayor',
      'a fox',
      'a ship’s cook',
      'a failed wizard',
    ],
    ...[
      'a detective on her last case',
      'the crew of a leaking submarine',
      'a colony of ants',
      'an old general',
    ],
  ],
  goal: [
    ...[
      'bring the sun back',
      'cross the desert',
      'keep a village alive through the winter',
      'steal one letter',
    ],
    ...[
      'win a race nobody has finished',
      'find a way home',
      'unite seven quarrelling clans',
      'feed a dragon',
    ],
    ...[
      'rebuild the railway',
      'outlive the night',
      'solve a murder before it happens',
      'reach the last station',
    ],
  ],
  span: [
    'one night',
    'a hundred days',
    'sixty seconds',
    'one summer',
    'a lifetime',
    'three moves',
    'until dawn',
  ],
  place: [
    ...['a drowned city', 'the northern archipelago', 'a kingdom of paper', 'an abandoned space station'],
    ...[
      'the streets of a port town',
      'a valley without maps',
      'the far side of the moon',
      'a hotel with no exits',
    ],
    ...[
      'an empire at its end',
      'the woods behind the school',
      'a city of brass',
      'the deepest mine on record',
    ],
  ],
  place_: ['The old quarter', 'The colony', 'The kingdom', 'The harbour', 'The mountain pass', 'The academy'],
  thing: [
    ...[
      'copper',
      'seeds',
      'stories',
      'fuel',
      'lanterns',
      'favours',
      'engines',
      'spare parts',
      'maps',
      'honey',
    ],
    ...['torches', 'rope', 'bells', 'salt'],
  ],
  count: ['8', '12', '16', '20', '30', '40', '60', '80', '100'],
};
