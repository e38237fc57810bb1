// The cheat files of the demo library: invented, harmless, and nothing in them but text.
import type { CheatFields } from '@cellar/contract/cheats.ts';

type Needed = 'name' | 'platform' | 'type';

export interface DemoCheat extends Pick<CheatFields, Needed>, Partial<Omit<CheatFields, Needed>> {
  /** Title of its game. */
  game: string;
  fileName: string;
  downloads: number;
}

const asMod =
  'Unpack the folder into the mods folder of the game, start the game, and switch the mod on in its settings.';

export const demoCheats: readonly DemoCheat[] = [
  {
    ...{ game: 'The Battle for Wesnoth', platform: 'Windows', type: 'trainer', downloads: 214 },
    ...{ name: 'Bottomless Purse', version: '1.18', author: 'Mirela', fileName: 'bottomless-purse.zip' },
    description: 'Holds your gold at 999 and gives every recruit a full measure of experience.',
    instructions:
      '1. Start the game and begin a scenario.\n2. Switch to the trainer with Alt+Tab.\n3. Press F1 to hold the gold, F2 for experience.\n4. Go back to the game and end your turn.\n5. Press F1 again to let go.\n\nUse it in campaigns only. In a game with others it puts you out of step with them, and the server ends your game.',
  },
  {
    ...{ game: 'The Battle for Wesnoth', platform: 'Windows', type: 'cheat_engine', downloads: 87 },
    ...{ name: 'Campaign Table', version: '1.18.2', author: 'tablesmith', fileName: 'wesnoth-campaign.ct' },
    description: 'Gold, turn limit and moves of the chosen unit.',
    instructions: 'Open the table in Cheat Engine, choose the running game, tick what you want.',
  },
  {
    ...{ game: 'The Battle for Wesnoth', platform: 'Windows', type: 'mod', downloads: 1302 },
    ...{ name: 'Kinder Dice', version: '0.4', author: 'Ostrava', fileName: 'kinder-dice.zip' },
    description: 'Four misses in a row make the fifth strike a hit. For both sides.',
    instructions: asMod,
  },
  {
    ...{ game: 'The Battle for Wesnoth', platform: 'Mac', type: 'mod', downloads: 41 },
    ...{ name: 'Kinder Dice', version: '0.4', author: 'Ostrava', fileName: 'kinder-dice-mac.zip' },
    description: 'The same mod, with the folder layout of the Mac build.',
    instructions: asMod,
  },
  {
    ...{ game: 'The Battle for Wesnoth', platform: 'Linux', type: 'mod', downloads: 118 },
    ...{ name: 'Long Evenings', fileName: 'long-evenings.zip' },
  },
  {
    ...{ game: '0 A.D.', platform: 'Windows', type: 'mod', downloads: 536 },
    ...{ name: 'Peaceful Start', version: 'a27', author: 'Hellebore', fileName: 'peaceful-start.zip' },
    description: 'Nobody may attack in the first twenty minutes, and the wolves have had their breakfast.',
    instructions: asMod,
  },
  {
    ...{ game: '0 A.D.', platform: 'Windows', type: 'cheat_engine', downloads: 23 },
    ...{ name: 'Granary Table', author: 'tablesmith', fileName: '0ad-granary.ct' },
    description: 'Food, wood, stone and metal of your own side in skirmishes against the computer.',
    instructions: 'For skirmishes only. Pause the game before you change a number.',
  },
  {
    ...{ game: '0 A.D.', platform: 'Linux', type: 'mod', downloads: 77 },
    ...{ name: 'Peaceful Start', version: 'a27', author: 'Hellebore', fileName: 'peaceful-start-linux.zip' },
    instructions: asMod,
  },
  {
    ...{ game: 'SuperTux', platform: 'Windows', type: 'trainer', downloads: 340 },
    ...{ name: 'Nine Lives', version: '2.0', author: 'Mirela', fileName: 'nine-lives.zip' },
    description: 'Falls and enemies no longer count. Coins still do.',
    instructions: 'Start the game first, then the trainer. F5 switches it on and off.',
  },
  {
    ...{ game: 'OpenTTD', platform: 'Linux', type: 'mod', downloads: 905 },
    ...{ name: 'Patient Bank', version: '3', author: 'Juniper', fileName: 'patient-bank.zip' },
    description: 'Loans without interest until 1990.',
    instructions: asMod,
  },
];
