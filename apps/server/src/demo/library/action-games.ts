// Action of the demo library.
import { type DemoGame, everywhere, windowsAndLinux } from './demo-game.ts';

export const actionGames: readonly DemoGame[] = [
  {
    title: 'SuperTux',
    description:
      'A penguin runs, jumps and slides through snow, forests and caves to find a lost friend. Classic side-scrolling with secrets off the path, an editor, and a heap of levels made by players.',
    developer: 'SuperTux Team',
    genres: ['Platformer', 'Family'],
    platforms: everywhere,
    licence: 'GPL-3.0-or-later',
  },
  {
    title: 'Xonotic',
    description:
      'An arena shooter in which movement is everything: keep your speed, time your rocket jumps, and be where nobody expects you. Sixteen modes from duel to capture the flag, and weapons that each have a second trick.',
    releaseDate: '2011-09-08',
    developer: 'Team Xonotic',
    publisher: 'Team Xonotic',
    genres: ['Arena shooter', 'Multiplayer'],
    platforms: everywhere,
    licence: 'GPL-3.0-or-later',
  },
  {
    title: 'Hedgewars',
    description:
      'Teams of hedgehogs settle their differences with bazookas, bees, portals and a piano from the sky. Turns are short, the ground is soft, and the wind has opinions. Best with friends around one screen.',
    developer: 'Hedgewars Team',
    genres: ['Artillery', 'Party'],
    platforms: everywhere,
    licence: 'GPL-2.0-only',
  },
  {
    title: 'Teeworlds',
    description:
      'Round little fighters, big weapons and a grappling hook that makes every wall a way. Fast matches for up to sixteen, on flat maps that are easy to learn and hard to master.',
    releaseDate: '2007-05-27',
    developer: 'Teeworlds Team',
    genres: ['Arena shooter', 'Platformer'],
    platforms: everywhere,
    licence: 'zlib',
  },
  {
    title: 'Red Eclipse',
    description:
      'A shooter with parkour in its legs: run along walls, vault, dash and land behind your enemy. Many modes and mutators, maps that can be edited together while you play, and no ranks to grind.',
    releaseDate: '2011-03-15',
    developer: 'Red Eclipse Team',
    genres: ['Arena shooter', 'Parkour'],
    platforms: windowsAndLinux,
    licence: 'zlib',
  },
  {
    title: 'AssaultCube',
    description:
      'A small, quick shooter in places that look like yesterday’s news. It runs on nearly anything, fits in a few dozen megabytes, and lets you build maps from inside the game.',
    developer: 'Rabid Viper Productions',
    genres: ['Tactical shooter', 'Multiplayer'],
    platforms: windowsAndLinux,
    licence: 'zlib, with media under licences of their own',
  },
  {
    title: 'OpenArena',
    description:
      'Rockets, rails and armour on the clock: the old rules of the arena with free art and sound. Deathmatch, team games and capture the flag, over the network or against bots.',
    releaseDate: '2005-08-19',
    developer: 'OpenArena Team',
    genres: ['Arena shooter', 'Multiplayer'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'Freedoom',
    description:
      'Two whole games’ worth of fast corridors, coloured keys and monsters behind every door, made from free material only. Play it with any engine of the family, and use it to run thousands of levels made by others.',
    developer: 'The Freedoom Project',
    genres: ['First-person shooter', 'Retro'],
    platforms: everywhere,
    licence: 'BSD-3-Clause',
  },
  {
    title: 'Cube 2: Sauerbraten',
    description:
      'A shooter whose world is made of cubes inside cubes, and can be bent into rooms and mountains while others run around in them. Quick matches, single-player episodes, and co-operative building.',
    genres: ['Arena shooter', 'Level building'],
    platforms: everywhere,
    licence: 'zlib',
  },
  {
    title: 'Armagetron Advanced',
    description:
      'Steer a bike that leaves a wall behind, and make the others run into it. Turn sharply, grind along walls for speed, and trap whole teams in a shrinking box of light.',
    genres: ['Arcade', 'Multiplayer'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'Chromium B.S.U.',
    description:
      'A cargo ship, a handful of fighters and far too many enemies between here and the front. Shoot what comes down, catch what it drops, and let nothing past you. Fifteen minutes of pure arcade.',
    genres: ['Shoot ’em up', 'Arcade'],
    platforms: windowsAndLinux,
    licence: 'Clarified Artistic License',
  },
];
