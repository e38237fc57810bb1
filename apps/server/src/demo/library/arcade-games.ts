// Racing, puzzles and arcade of the demo library.
import { type DemoGame, everywhere, windowsAndLinux } from './demo-game.ts';

export const arcadeGames: readonly DemoGame[] = [
  {
    title: 'SuperTuxKart',
    description:
      'Mascots of free software in karts, with bananas, bowling balls and a plunger for the worst moments. A story mode, time trials, battles, and races over the network or side by side on one sofa.',
    developer: 'SuperTuxKart Team',
    genres: ['Racing', 'Family'],
    platforms: everywhere,
    licence: 'GPL-3.0-or-later',
  },
  {
    title: 'Speed Dreams',
    description:
      'A motor sport simulation that takes grip, fuel and weather seriously. Touring cars, open wheelers and rally, on tracks with hills that you feel, from a single lap to a whole championship.',
    developer: 'Speed Dreams Team',
    genres: ['Racing', 'Simulation'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'TORCS',
    description:
      'The Open Racing Car Simulator: drive it, or write a robot that drives for you. It has been a game, a contest and a laboratory for artificial intelligence for longer than most of its rivals have existed.',
    genres: ['Racing', 'Simulation'],
    platforms: windowsAndLinux,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'FlightGear',
    description:
      'The whole earth as scenery, hundreds of aircraft, and flight models that are used for research. Learn to land a small plane in a crosswind, fly an airliner by the book, or share the sky with others.',
    releaseDate: '1997-07-17',
    developer: 'The FlightGear Project',
    genres: ['Flight simulation'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'Pingus',
    description:
      'A line of penguins walks on, whatever lies ahead. Make one a digger, one a bridger and one a brave exploder, and bring enough of them home. Patience and timing on beautiful little islands.',
    genres: ['Puzzle', 'Family'],
    platforms: windowsAndLinux,
    licence: 'GPL-3.0-or-later',
  },
  {
    title: 'Frozen Bubble',
    description:
      'Aim, shoot, and match three colours before the ceiling of ice comes down. Simple enough for everybody, and merciless when two players send each other what they have cleared.',
    genres: ['Puzzle', 'Family'],
    platforms: windowsAndLinux,
    licence: 'GPL-2.0-only',
  },
  {
    title: 'Neverball',
    description:
      'You do not move the ball: you tilt the floor. Roll over bridges, collect coins and reach the goal before time runs out, on hundreds of levels. A round of miniature golf is included.',
    genres: ['Puzzle', 'Arcade'],
    platforms: everywhere,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'LBreakout2',
    description:
      'A paddle, a ball and a wall that has to go. Dozens of level sets, extras that help and extras that do not, and a network mode for those who want to play the wall against each other.',
    developer: 'LGames',
    genres: ['Arcade', 'Retro'],
    platforms: windowsAndLinux,
    licence: 'GPL-2.0-or-later',
  },
  {
    title: 'StepMania',
    description:
      'Hit the arrows on the beat, with your fingers or with your feet on a mat. Thousands of songs made by players, an editor, and themes that can turn it into another game altogether.',
    developer: 'StepMania Team',
    genres: ['Rhythm', 'Music'],
    platforms: everywhere,
    licence: 'MIT',
  },
  {
    title: 'The Powder Toy',
    description:
      'A sandbox in the truest sense: pour sand, water, lava and electricity, and see what they do to each other. Air pressure, heat and gravity are simulated, and players have built working computers from it.',
    genres: ['Sandbox', 'Simulation'],
    platforms: everywhere,
    licence: 'GPL-3.0-or-later',
  },
];
