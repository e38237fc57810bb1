// Which games have "screenshots", and of what. Used by seed-demo.ts.
import type { Scene } from './canvas.ts';
import { hexLand } from './scenes/hex-land.ts';
import { isoCity } from './scenes/iso-city.ts';
import { landscape } from './scenes/landscape.ts';
import { planet } from './scenes/planet.ts';
import { road } from './scenes/road.ts';
import { starlanes } from './scenes/starlanes.ts';
import { voxelIsland } from './scenes/voxel-island.ts';
import type { Display } from './screenshot.ts';

export interface Screenshots {
  display: Display;
  scenes: readonly Scene[];
}

const night = { color: '#ffe9c9', size: 13, shift: -30 };

export const screenshots: Record<string, Screenshots> = {
  OpenTTD: {
    display: 'strategy',
    scenes: [isoCity({ density: 0.62 }), isoCity({ density: 0.45 }), isoCity({ density: 0.8 })],
  },
  Freeciv: { display: 'strategy', scenes: [hexLand(), hexLand(), hexLand()] },
  'The Battle for Wesnoth': {
    display: 'strategy',
    scenes: [
      landscape({ roughness: 0.56, castle: true, stars: true, sun: night, grows: 'pines' }),
      landscape({ roughness: 0.44, rays: true, huts: true, grows: 'rounds' }),
    ],
  },
  SuperTuxKart: {
    display: 'race',
    scenes: [
      road({ side: 'palms' }),
      road({ side: 'pines', isNight: true }),
      road({ side: 'posts', isNight: true }),
    ],
  },
  Luanti: { display: 'hero', scenes: [voxelIsland(), voxelIsland(), voxelIsland()] },
  'Endless Sky': {
    display: 'space',
    scenes: [
      planet({ radius: 27, ring: true, moons: 2, ship: true }),
      planet({ radius: 64, shift: [70, 60], moons: 3, ship: true }),
      starlanes(),
    ],
  },
};
