// Runs the steps of `cellar seed`.
import type { Services } from '#start/services.ts';
import { type SeedOptions as LibraryOptions, seedLibrary } from './seed-library.ts';
import { seedActivities, seedMembers } from './seed-members.ts';
import { seedQueue } from './seed-queue.ts';

export interface SeedOptions extends LibraryOptions {
  members: number;
  activities: number;
  queued: number;
}

export async function seed(
  services: Services,
  options: SeedOptions,
  say: (line: string) => void,
): Promise<void> {
  const { members, activities, queued, randomSeed } = options;
  const shown = (number: number) => number.toLocaleString('en');
  const { games, files } = await seedLibrary(services, options);
  say(`Added ${shown(games)} games with ${shown(files)} files.`);
  if (members > 0) {
    await seedMembers(services, members, randomSeed);
    say(`Added ${shown(members)} members.`);
  }
  if (activities > 0) {
    await seedActivities(services, activities, randomSeed);
    // Trims each member's history to the length that the member chose.
    await services.downloadHistory.trim();
    say(`Added ${shown(activities)} downloads.`);
  }
  if (queued > 0) say(`Queued ${shown(await seedQueue(services, queued))} games for a metadata search.`);
}
