// Strategy and simulation of the demo library.
import { type DemoGame, everywhere, windowsAndLinux } from './demo-game.ts';

export const strategyGames: readonly DemoGame[] = [
  {
    title: '0 A.D.',
    description:
      'Raise an ancient people from a village to a city, and lead its armies against its neighbours. Every civilisation builds, fights and trades in its own way, drawn from the history of the centuries before the common era. Play skirmishes against the computer or against others, and build maps of your own.',
    releaseDate: '2010-08-16',
    developer: 'Wildfire Games',
    publisher: 'Wildfire Games',
    genres: ['Real-time strategy', 'Historical'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'The Battle for Wesnoth',
    description:
      'Turn-based battles on a map of hexagons, where the ground you hold and the hour of the day decide as much as your numbers. Units that survive grow in rank and come along to the next scenario. Dozens of campaigns, and a kind community that keeps writing more.',
    releaseDate: '2003-06-18',
    developer: 'The Battle for Wesnoth Project',
    genres: ['Turn-based strategy', 'Fantasy'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'OpenTTD',
    description:
      'Build railways, roads, airports and harbours, and carry a growing land to wealth over a hundred years. It starts with one bus line and ends with junctions that nobody else understands. Alone, or as rival companies on one map.',
    releaseDate: '2004-03-06',
    developer: 'OpenTTD Team',
    genres: ['Transport simulation', 'Strategy'],
    platforms: everywhere,
    licence: 'GPL-2.0-only',
  },
  {
    title: 'Warzone 2100',
    description:
      'After the collapse, design your own tanks from bodies, tracks and turrets, and take back the land piece by piece. The campaign keeps your base from mission to mission; skirmishes go up to ten players. A commercial game once, kept alive by its players since its source was opened.',
    developer: 'Pumpkin Studios, Warzone 2100 Project',
    publisher: 'Eidos Interactive',
    genres: ['Real-time strategy', 'Science fiction'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'Freeciv',
    description:
      'Lead a tribe from the stone age to the first ship to the stars. Found cities, trade, research, negotiate, and go to war when words are used up. Rule sets from the classic to the sprawling, for one player or a whole server.',
    releaseDate: '1996-01-05',
    developer: 'The Freeciv Project',
    genres: ['Turn-based strategy', 'Historical'],
    platforms: windowsAndLinux,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'OpenRA',
    description:
      'The real-time strategy of the nineties, rebuilt on a new engine: sidebars, harvesters and tank rushes, with modern controls and fair matches online. Missions, skirmishes and a workshop of maps come with it.',
    developer: 'OpenRA Developers',
    genres: ['Real-time strategy'],
    platforms: everywhere,
    licence: 'GPL-3.0-or-later',
  },
  {
    title: 'Widelands',
    description:
      'A quiet building game about wares and the people who carry them. Lay roads, plan workshops, and watch a settlement of small tribes become an economy. Wars happen, but a good road network wins them.',
    developer: 'The Widelands Development Team',
    genres: ['City building', 'Real-time strategy'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'Unknown Horizons',
    description:
      'Sail to an empty archipelago and settle it. Your people want food, cloth, faith and company, and every wish asks for another workshop on another island. A calm game of trade routes and growing towns.',
    developer: 'The Unknown Horizons Team',
    genres: ['City building', 'Economic simulation'],
    platforms: windowsAndLinux,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'Mindustry',
    description:
      'Half factory, half tower defence: drill ore, move it on belts, smelt, refine, and feed it all to turrets before the next wave lands. Conquer sector after sector of a planet, alone or with friends.',
    genres: ['Tower defence', 'Factory'],
    platforms: everywhere,
    licence: 'GPL-3.0-only',
  },
  {
    title: 'Simutrans',
    description:
      'Passengers, mail and goods all have somewhere to be, and it is your company that takes them there. Connect towns and industries by road, rail, water and air, and keep the books in the black through changing times.',
    developer: 'The Simutrans Team',
    genres: ['Transport simulation'],
    platforms: everywhere,
    licence: 'Artistic-1.0',
  },
  {
    title: 'FreeOrion',
    description:
      'Explore a galaxy of lanes and lonely stars, settle what can be settled, and decide which of your neighbours are friends. Ships are designed part by part, and empires last for hundreds of turns.',
    developer: 'FreeOrion Project',
    genres: ['4X strategy', 'Space'],
    platforms: everywhere,
    licence: 'GPL-2.0-only',
  },
];
