// Covers of strategy and simulation: colours, lettering and scene of each, chosen by eye.
import { paletteOf } from '../canvas.ts';
import type { CoverDesign } from '../cover.ts';
import { factory } from '../scenes/factory.ts';
import { heightMap } from '../scenes/height-map.ts';
import { hexLand } from '../scenes/hex-land.ts';
import { isoCity } from '../scenes/iso-city.ts';
import { landscape } from '../scenes/landscape.ts';
import { openSea } from '../scenes/open-sea.ts';
import { starlanes } from '../scenes/starlanes.ts';
import { temple } from '../scenes/temple.ts';

export const strategyCovers: Record<string, CoverDesign> = {
  '0 A.D.': {
    palette: paletteOf('#2a1420 #5d2a2c #c05b36 #f0a552 #ffe9bf #e2522f'),
    lettering: { face: 'cinzel', lines: ['0 A.D.'] },
    scene: temple(),
  },
  'The Battle for Wesnoth': {
    palette: paletteOf('#0c1226 #24305c #5b5f9c #d79aa0 #ffe6c7 #ffc857'),
    lettering: { face: 'cinzel', lines: ['The Battle for', 'Wesnoth'] },
    scene: landscape({
      roughness: 0.56,
      castle: true,
      stars: true,
      sun: { color: '#ffe9c9', size: 13, shift: -16 },
      grows: 'pines',
    }),
  },
  OpenTTD: {
    palette: paletteOf('#17331f #4f8f3f #7cc0d8 #bfe3e6 #fff6df #e4572e'),
    lettering: { face: 'bebas', lines: ['OpenTTD'] },
    scene: isoCity({ density: 0.62 }),
  },
  'Warzone 2100': {
    palette: paletteOf('#1b1210 #3c2a22 #8a4a2b #d98a4a #ffe3bd #ff5b2e'),
    lettering: { face: 'michroma', lines: ['Warzone', '2100'] },
    scene: heightMap(),
  },
  Freeciv: {
    palette: paletteOf('#0d2338 #1f5f8f #57a9c9 #86b257 #fdf3d3 #c8452f'),
    lettering: { face: 'abril', lines: ['Freeciv'] },
    scene: hexLand(),
  },
  OpenRA: {
    palette: paletteOf('#07170f #12301f #2a6b41 #7fc48a #e9ffe6 #ff4d3d'),
    lettering: { face: 'bebas', lines: ['OpenRA'] },
    scene: heightMap({ radar: true }),
  },
  Widelands: {
    palette: paletteOf('#12301c #2f6b34 #7fae4f #f2d58a #fff5d6 #c9542d'),
    lettering: { face: 'abril', lines: ['Widelands'] },
    scene: landscape({
      roughness: 0.42,
      rays: true,
      sun: { color: '#fff1b8', size: 12 },
      grows: 'rounds',
      huts: true,
    }),
  },
  'Unknown Horizons': {
    palette: paletteOf('#08263d #12637f #3fa7b5 #f8c886 #fff3da #ff8a3c'),
    lettering: { face: 'abril', lines: ['Unknown', 'Horizons'] },
    scene: openSea(),
  },
  Mindustry: {
    palette: paletteOf('#15171f #2a2f3d #565d73 #c98b5a #ffe6b0 #ffd043'),
    lettering: { face: 'michroma', lines: ['Mindustry'] },
    scene: factory(),
  },
  Simutrans: {
    palette: paletteOf('#0a0f24 #1b2752 #3d4a8c #7d83c4 #e8ecff #ffc94d'),
    lettering: { face: 'bebas', lines: ['Simutrans'] },
    scene: isoCity({ isNight: true, density: 0.7 }),
  },
  FreeOrion: {
    palette: paletteOf('#07091c #151a45 #463a94 #8f7be0 #fff1d0 #59d0e8'),
    lettering: { face: 'michroma', lines: ['FreeOrion'] },
    scene: starlanes(),
  },
};
