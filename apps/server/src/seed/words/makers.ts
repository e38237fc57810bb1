// Invented studios and publishers, and real genres and age ratings. Used by invent-game.ts.

const words = (text: string) => text.trim().split(/\s+/);

const firstNames = words(`
  Amber Anvil Badger Birch Bramble Candle Cinder Cobble Copper Crane Dapple Ember Fathom Fern Fiddle Foxglove Gannet
  Gravel Hazel Heron Juniper Kettle Lantern Larch Linden Magpie Marrow Meridian Mosaic Nettle Nightjar Otter Parsnip
  Pebble Pewter Puffin Quartz Quill Rook Saffron Sable Salt Sparrow Tallow Teapot Thimble Timber Walnut Willow Wren`);

const lastNames = ['Games', 'Interactive', 'Studios', 'Works', 'Software', 'Digital', 'Forge', 'Collective'];

/** About 400. The first ones make the most games. */
export const developers = lastNames.flatMap((last) => firstNames.map((first) => `${first} ${last}`));

export const publishers = firstNames
  .map((first, at) => `${first} & ${firstNames[(at + 17) % firstNames.length]} Publishing`)
  .concat(['Studio Zażółć', 'Éditions du Phare', 'Spielehaus Süd', '株式会社ほしぞら']);

/** The most common ones come first. */
export const genres = [
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

export const ageRatings = [
  ...['PEGI 3', 'PEGI 7', 'PEGI 12', 'PEGI 16', 'PEGI 18'],
  ...['ESRB E', 'ESRB E10+', 'ESRB T', 'ESRB M', 'USK 6', 'USK 12', 'USK 16'],
];
