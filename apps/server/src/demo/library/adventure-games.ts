// Adventures, roguelikes and open worlds of the demo library.
import { type DemoGame, everywhere, windowsAndLinux } from './demo-game.ts';

export const adventureGames: readonly DemoGame[] = [
  {
    title: 'Veloren',
    description:
      'An open world of voxels to wander through with friends: glide from a cliff, tame something with teeth, clear a dungeon, sell what you found. Written from scratch by volunteers, and bigger with every release.',
    genres: ['Role-playing', 'Open world'],
    platforms: everywhere,
    licence: 'GPL-3.0-or-later',
  },
  {
    title: 'Luanti',
    description:
      'An engine full of block worlds, formerly known as Minetest. Install one of many games from inside it, or write your own: survival, creative building, puzzles, and servers where hundreds build one city.',
    developer: 'Luanti Team',
    genres: ['Sandbox', 'Open world'],
    platforms: everywhere,
    licence: 'LGPL-2.1-or-later',
  },
  {
    title: 'Endless Sky',
    description:
      'Start with a small ship and a large loan. Trade, carry passengers, hunt pirates or become one, and find out what lies beyond the edge of the map. Seen from above, with a story that waits until you want it.',
    genres: ['Space trading', 'Role-playing'],
    platforms: everywhere,
    licence: 'GPL-3.0-or-later',
  },
  {
    title: 'Oolite',
    description:
      'A cockpit, eight galaxies and a hundred credits: free trade among the stars in the spirit of the home computers of the eighties. Hundreds of expansions add ships, stories and stations.',
    genres: ['Space trading', 'Simulation'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'Cataclysm: Dark Days Ahead',
    description:
      'The world has ended, and you are hungry. Search houses, patch up a car, learn to sew, and survive the winter in a land that is simulated down to the contents of each drawer. Deep, dark, and never twice the same.',
    developer: 'CleverRaven',
    genres: ['Survival', 'Roguelike'],
    platforms: everywhere,
    licence: 'CC-BY-SA-3.0',
  },
  {
    title: 'NetHack',
    description:
      'Go down, find the amulet, come back up. In between lie fifty levels of letters that bite, and rules so deep that the game is said to think of everything. A classic that has been growing since the eighties.',
    releaseDate: '1987-07-28',
    developer: 'The NetHack DevTeam',
    genres: ['Roguelike', 'Dungeon crawl'],
    platforms: windowsAndLinux,
    licence: 'NGPL',
  },
  {
    title: 'Dungeon Crawl Stone Soup',
    description:
      'A dungeon without tedium: it explores by itself where nothing is at stake, and asks you to think where everything is. Choose from dozens of species, bargain with strange gods, and carry the Orb of Zot to daylight.',
    releaseDate: '2006-09-19',
    developer: 'DCSS Devteam',
    genres: ['Roguelike', 'Dungeon crawl'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'Brogue CE',
    description:
      'Twenty-six levels of a dungeon drawn in letters and light, where gas drifts, grass burns and bridges fall. Simple to read and hard to win; the community edition carries it on with care.',
    genres: ['Roguelike', 'Dungeon crawl'],
    platforms: everywhere,
    licence: 'AGPL-3.0',
  },
  {
    title: 'Shattered Pixel Dungeon',
    description:
      'A dungeon of small squares and big surprises. Pick a hero, learn which potion is which the hard way, and get a little further each time. Quick to start, and tuned over many years of updates.',
    releaseDate: '2014-08-05',
    developer: 'Shattered Pixel',
    publisher: 'Shattered Pixel',
    genres: ['Roguelike', 'Pixel art'],
    platforms: everywhere,
    licence: 'GPL-3.0-or-later',
  },
  {
    title: "Tales of Maj'Eyal",
    description:
      'Tactical battles turn by turn, in a world with ages of history under every stone. Classes play as differently as other games do, and a fallen hero leaves something unlocked for the next one.',
    developer: 'Netcore Games',
    publisher: 'Netcore Games',
    genres: ['Role-playing', 'Roguelike'],
    platforms: everywhere,
    licence: 'GPL-3.0 (engine)',
  },
  {
    title: 'Dwarf Fortress',
    description:
      'Seven dwarves, a wagon and a mountain. The game writes a thousand years of history before you arrive, then lets you dig into it, and every fortress ends in a story worth telling. Losing is fun.',
    releaseDate: '2006-08-08',
    developer: 'Bay 12 Games',
    publisher: 'Bay 12 Games',
    genres: ['Colony simulation', 'Roguelike'],
    platforms: ['Windows', 'Linux', 'Linux v0.47.05'],
    licence: 'Freeware',
  },
];
