// Covers of action: colours, lettering and scene of each, chosen by eye.
import { paletteOf } from '../canvas.ts';
import type { CoverDesign } from '../cover.ts';
import { carvedCube } from '../scenes/carved-cube.ts';
import { eclipse } from '../scenes/eclipse.ts';
import { landscape } from '../scenes/landscape.ts';
import { lightGrid } from '../scenes/light-grid.ts';
import { withPenguin } from '../scenes/penguins.ts';
import { throughSight } from '../scenes/sight.ts';
import { skirmish } from '../scenes/skirmish.ts';
import { swarm } from '../scenes/swarm.ts';
import { tunnel } from '../scenes/tunnel.ts';

export const actionCovers: Record<string, CoverDesign> = {
  SuperTux: {
    palette: paletteOf('#0b1f4a #1d4f96 #4d95d6 #b8e4f7 #ffffff #ff9f2e'),
    lettering: { face: 'lilita', lines: ['SuperTux'] },
    scene: withPenguin(
      landscape({
        roughness: 0.4,
        snow: true,
        stars: true,
        aurora: ['#4df0b4', '#39c6ff', '#b18cff'],
        grows: 'pines',
      }),
    ),
  },
  Xonotic: {
    palette: paletteOf('#060a1c #10225a #2f5bd8 #4fc3ff #e6fbff #ff3d6e'),
    lettering: { face: 'michroma', lines: ['Xonotic'] },
    scene: tunnel({ sides: 6, twist: 0.09 }),
  },
  Hedgewars: {
    palette: paletteOf('#2b1b2f #3f8fd9 #7cc3ef #cdebf7 #8fdc4f #ef4d3a'),
    lettering: { face: 'lilita', lines: ['Hedgewars'], color: '#fff3d6' },
    scene: skirmish({ fighters: 'hogs' }),
  },
  Teeworlds: {
    palette: paletteOf('#37203a #f08a5d #f9b572 #ffe3b0 #a6d95a #d94f70'),
    lettering: { face: 'lilita', lines: ['Teeworlds'], color: '#fff6e3' },
    scene: skirmish({ fighters: 'tees' }),
  },
  'Red Eclipse': {
    palette: paletteOf('#120307 #3d0a12 #8f1a1c #f0452b #ffd9a8 #ff7a3d'),
    lettering: { face: 'michroma', lines: ['Red', 'Eclipse'] },
    scene: eclipse(),
  },
  AssaultCube: {
    palette: paletteOf('#15110c #5d4a33 #a5804f #e6c58a #f9ecd0 #ff3b2e'),
    lettering: { face: 'bebas', lines: ['AssaultCube'] },
    scene: throughSight(
      landscape({ roughness: 0.5, blocks: 4.2, sun: { color: '#fff0c4', size: 11, shift: 16 } }),
    ),
  },
  OpenArena: {
    palette: paletteOf('#16060f #4a0f2b #a11f4d #ff6a3d #ffe5c2 #ffb52e'),
    lettering: { face: 'bebas', lines: ['OpenArena'] },
    scene: tunnel({ sides: 8, twist: -0.16 }),
  },
  Freedoom: {
    palette: paletteOf('#160404 #4d0d08 #a62810 #f2721c #ffdf9e #ffb02e'),
    lettering: { face: 'cinzel', lines: ['Freedoom'] },
    scene: landscape({ roughness: 0.62, rays: true, sun: { color: '#ffd27a', size: 20 }, grows: 'spires' }),
  },
  'Cube 2: Sauerbraten': {
    palette: paletteOf('#0e1a22 #1d3a4a #3f7f8f #8fd0c6 #f3fff8 #e8603c'),
    lettering: { face: 'bebas', lines: ['Cube 2', 'Sauerbraten'] },
    scene: carvedCube(),
  },
  'Armagetron Advanced': {
    palette: paletteOf('#04060f #0b1638 #1f5fd0 #35e0ff #f2f7ff #ff7a1f'),
    lettering: { face: 'michroma', lines: ['Armagetron', 'Advanced'] },
    scene: lightGrid(),
  },
  'Chromium B.S.U.': {
    palette: paletteOf('#070718 #171848 #4a3fb0 #58d6ff #f3f0ff #ff4f8b'),
    lettering: { face: 'pixel', lines: ['Chromium', 'B.S.U.'] },
    scene: swarm(),
  },
};
