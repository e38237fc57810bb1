// The sentences of invented descriptions, and the words for their gaps. Used by invent-game.ts.

/** A gap such as `{hero}` is filled with a word from the list of that name. */
export const openings = [
  'A {mood} {kind} about {hero} who must {goal}.',
  'You are {hero}, and you have {span} to {goal}.',
  'In {place}, {hero} sets out to {goal}.',
  '{place_} is not what it used to be, and only {hero} can {goal}.',
  'Build, trade and fight your way through {place} in this {mood} {kind}.',
  'Nobody believed {hero} until the lights went out in {place}.',
  'A {kind} for one player or a full sofa, set in {place}.',
  'What begins as a quiet {kind} ends far from {place}.',
];

export const details = [
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

export const closings = [
  'Bring a friend.',
  'A demo of the first hour is included.',
  'Finished in an evening, remembered for longer.',
  'Up to {count} players on one network.',
  'There is no hurry.',
  'Expect to lose, and to like it.',
  'Speaks English, French and Spanish.',
  'Runs on nearly anything.',
];

export const gaps: Record<string, readonly string[]> = {
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
