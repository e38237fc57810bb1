// Covers of racing, puzzles and arcade: colours, lettering and scene of each, chosen by eye.
import { paletteOf } from '../canvas.ts';
import type { CoverDesign } from '../cover.ts';
import { arrows } from '../scenes/arrows.ts';
import { brickWall } from '../scenes/brick-wall.ts';
import { bubbles } from '../scenes/bubbles.ts';
import { fallingSand } from '../scenes/falling-sand.ts';
import { flight } from '../scenes/flight.ts';
import { march } from '../scenes/penguins.ts';
import { road } from '../scenes/road.ts';
import { tiltedBall } from '../scenes/tilted-ball.ts';
import { track } from '../scenes/track.ts';

export const arcadeCovers: Record<string, CoverDesign> = {
  SuperTuxKart: {
    palette: paletteOf('#1b0f3b #3f1f7a #b03a8c #ff7a59 #ffe38f #ff3f6c'),
    lettering: { face: 'lilita', lines: ['SuperTuxKart'] },
    scene: road({ side: 'palms' }),
  },
  'Speed Dreams': {
    palette: paletteOf('#08101f #12294d #1f6f8f #6fd6c3 #f3fff2 #ff5a3c'),
    lettering: { face: 'bebas', lines: ['Speed Dreams'] },
    scene: road({ side: 'pines', isNight: true }),
  },
  TORCS: {
    palette: paletteOf('#14231a #3f7d3a #5a9a48 #d9b36a #fff7e6 #e0322f'),
    lettering: { face: 'bebas', lines: ['TORCS'] },
    scene: track(),
  },
  FlightGear: {
    palette: paletteOf('#12355c #2b73b8 #6fb4e6 #ffd9b0 #fff1dd #e8503a'),
    lettering: { face: 'michroma', lines: ['FlightGear'] },
    scene: flight(),
  },
  Pingus: {
    palette: paletteOf('#0e2a4d #2f6fae #7fbdea #c9e9fa #ffffff #ff9a2e'),
    lettering: { face: 'lilita', lines: ['Pingus'] },
    scene: march(),
  },
  'Frozen Bubble': {
    palette: paletteOf('#0b2148 #123a75 #3f86cf #a8dcf5 #ffffff #ff5c8a'),
    lettering: { face: 'lilita', lines: ['Frozen', 'Bubble'] },
    scene: bubbles(),
  },
  Neverball: {
    palette: paletteOf('#101a3c #24459a #5f8fe0 #bcd9ff #ffffff #ff8a1f'),
    lettering: { face: 'lilita', lines: ['Neverball'] },
    scene: tiltedBall(),
  },
  LBreakout2: {
    palette: paletteOf('#0c0f26 #1a2050 #36408f #6f7be0 #fff3c9 #ff5a5f'),
    lettering: { face: 'pixel', lines: ['LBreakout2'] },
    scene: brickWall(),
  },
  StepMania: {
    palette: paletteOf('#120726 #331063 #7a1fb0 #3fd0ff #ffffff #ff3fa4'),
    lettering: { face: 'bebas', lines: ['StepMania'] },
    scene: arrows(),
  },
  'The Powder Toy': {
    palette: paletteOf('#0c0d14 #1b1e2b #3a4056 #8b94a8 #fff2d4 #f2c14e'),
    lettering: { face: 'pixel', lines: ['The Powder', 'Toy'] },
    scene: fallingSand(),
  },
};
