// Covers of adventures, roguelikes and open worlds: colours, lettering and scene of each, chosen by eye.
import { paletteOf } from '../canvas.ts';
import type { CoverDesign } from '../cover.ts';
import { deadCity } from '../scenes/dead-city.ts';
import { dungeon } from '../scenes/dungeon.ts';
import { galleries } from '../scenes/galleries.ts';
import { landscape } from '../scenes/landscape.ts';
import { pixelGate } from '../scenes/pixel-gate.ts';
import { planet } from '../scenes/planet.ts';
import { runeCircle } from '../scenes/rune-circle.ts';
import { voxelIsland } from '../scenes/voxel-island.ts';

export const adventureCovers: Record<string, CoverDesign> = {
  Veloren: {
    palette: paletteOf('#1c1440 #3d2c78 #8a4fa3 #f2a07b #ffe9c4 #ffcf5c'),
    lettering: { face: 'cinzel', lines: ['Veloren'] },
    scene: landscape({
      roughness: 0.55,
      blocks: 2.6,
      stars: true,
      sun: { color: '#ffd9a0', size: 16, shift: 14 },
    }),
  },
  Luanti: {
    palette: paletteOf('#2b2230 #5fae4b #57b8e8 #a9e0f5 #fff8e3 #c98f4e'),
    lettering: { face: 'bebas', lines: ['Luanti'] },
    scene: voxelIsland(),
  },
  'Endless Sky': {
    palette: paletteOf('#06091a #14214d #2f6aa8 #6fb7d9 #fff0d9 #ff9d5c'),
    lettering: { face: 'michroma', lines: ['Endless', 'Sky'] },
    scene: planet({ radius: 27, ring: true, moons: 2, ship: true }),
  },
  Oolite: {
    palette: paletteOf('#030806 #06190f #0f5a34 #1f9a55 #a8ffc2 #43ff8a'),
    lettering: { face: 'michroma', lines: ['Oolite'] },
    scene: planet({ radius: 52, shift: [34, 56], wires: true }),
  },
  'Cataclysm: Dark Days Ahead': {
    palette: paletteOf('#140b10 #33161f #7a2a2e #d9603f #ffd9a0 #e0893f'),
    lettering: { face: 'bebas', lines: ['Cataclysm', 'Dark Days Ahead'] },
    scene: deadCity(),
  },
  NetHack: {
    palette: paletteOf('#0d0f14 #1c222c #5d6b80 #c9a24a #e9edf2 #ffb43d'),
    lettering: { face: 'pixel', lines: ['NetHack'] },
    scene: dungeon({ style: 'letters', hero: 'wanderer' }),
  },
  'Dungeon Crawl Stone Soup': {
    palette: paletteOf('#140d1f #2c1c45 #6b4a8f #9a86b8 #f4e6ff #b45cff'),
    lettering: { face: 'cinzel', lines: ['Dungeon Crawl', 'Stone Soup'] },
    scene: dungeon({ style: 'stones', hero: 'orb' }),
  },
  'Brogue CE': {
    palette: paletteOf('#0d1410 #1d2c22 #5f6b4f #8f8a68 #ffe9b8 #ff8a2b'),
    lettering: { face: 'abril', lines: ['Brogue', 'Community Edition'] },
    scene: dungeon({ style: 'stones', hero: 'torch', isWild: true }),
  },
  'Shattered Pixel Dungeon': {
    palette: paletteOf('#120f1c #2b2740 #59587a #8c8aa6 #fff2cc #ff9a3c'),
    lettering: { face: 'pixel', lines: ['Shattered', 'Pixel', 'Dungeon'] },
    scene: pixelGate(),
  },
  "Tales of Maj'Eyal": {
    palette: paletteOf('#10061f #2a0f4d #54209a #9b4dff #f3e0ff #ff5cc8'),
    lettering: { face: 'cinzel', lines: ['Tales of', "Maj'Eyal"] },
    scene: runeCircle(),
  },
  'Dwarf Fortress': {
    palette: paletteOf('#1d1512 #6b4a35 #6fa3bf #f0cfa0 #fff0d2 #57823f'),
    lettering: { face: 'bebas', lines: ['Dwarf', 'Fortress'] },
    scene: galleries(),
  },
};
