// Common platforms that are not in the specification's list, with the words that file names use for them. Admins add them with one
// click.

export interface PlatformPreset {
  name: string;
  aliases: readonly string[];
  icon: PlatformIcon;
}

export const platformPresets: readonly PlatformPreset[] = [
  { name: 'DOS', aliases: ['MS-DOS', 'MSDOS', 'DOSBox'], icon: 'terminal' },
  { name: 'ScummVM', aliases: ['Scumm'], icon: 'book' },
  { name: 'Browser', aliases: ['HTML5', 'Flash', 'SWF'], icon: 'globe' },
  { name: 'Android', aliases: ['APK', 'XAPK'], icon: 'phone' },
  { name: 'iOS', aliases: ['iPhone', 'iPad', 'IPA'], icon: 'phone' },
  { name: 'VR', aliases: ['Meta Quest', 'Oculus'], icon: 'headset' },
  { name: 'Arcade', aliases: ['MAME', 'FBNeo'], icon: 'arcade' },
  { name: 'Amiga', aliases: ['WHDLoad', 'ADF'], icon: 'floppy' },
  { name: 'Atari ST', aliases: ['AtariST'], icon: 'floppy' },
  { name: 'Commodore 64', aliases: ['C64', 'D64'], icon: 'keyboard' },
  { name: 'ZX Spectrum', aliases: ['Spectrum'], icon: 'cassette' },
  { name: 'Amstrad CPC', aliases: ['CPC'], icon: 'cassette' },
  { name: 'MSX', aliases: ['MSX2'], icon: 'keyboard' },
  { name: 'Atari 2600', aliases: ['Atari2600', 'A26'], icon: 'cartridge' },
  { name: 'NES', aliases: ['Famicom', 'Nintendo Entertainment System'], icon: 'gamepad' },
  { name: 'SNES', aliases: ['Super Nintendo', 'Super NES', 'Super Famicom', 'SFC', 'SMC'], icon: 'gamepad' },
  { name: 'Nintendo 64', aliases: ['N64', 'Z64', 'V64'], icon: 'cartridge' },
  { name: 'GameCube', aliases: ['Game Cube', 'NGC', 'GCN'], icon: 'disc' },
  { name: 'Wii', aliases: ['WBFS'], icon: 'television' },
  { name: 'Wii U', aliases: ['WiiU', 'WUX', 'WUA'], icon: 'television' },
  { name: 'Game Boy', aliases: ['GameBoy', 'GB'], icon: 'handheld' },
  { name: 'Game Boy Color', aliases: ['GameBoy Color', 'GBC'], icon: 'handheld' },
  { name: 'Game Boy Advance', aliases: ['GameBoy Advance', 'GBA'], icon: 'handheld' },
  { name: 'Nintendo DS', aliases: ['NDS'], icon: 'handheld' },
  { name: 'Nintendo 3DS', aliases: ['3DS', 'CIA'], icon: 'handheld' },
  { name: 'Master System', aliases: ['SMS'], icon: 'cartridge' },
  { name: 'Mega Drive', aliases: ['MegaDrive', 'Genesis'], icon: 'gamepad' },
  { name: 'Game Gear', aliases: ['GameGear'], icon: 'handheld' },
  { name: 'Saturn', aliases: ['Sega Saturn'], icon: 'disc' },
  { name: 'Dreamcast', aliases: ['GDI', 'CDI'], icon: 'disc' },
  { name: 'PC Engine', aliases: ['PCE', 'TurboGrafx', 'TG16'], icon: 'cartridge' },
  { name: 'Neo Geo', aliases: ['NeoGeo'], icon: 'arcade' },
  { name: 'PlayStation 2', aliases: ['PS2', 'PlayStation2'], icon: 'console' },
  { name: 'PlayStation 3', aliases: ['PS3', 'PlayStation3'], icon: 'console' },
  { name: 'PlayStation 4', aliases: ['PS4', 'PlayStation4'], icon: 'console' },
  { name: 'PlayStation 5', aliases: ['PS5', 'PlayStation5'], icon: 'console' },
  { name: 'PSP', aliases: ['PlayStation Portable'], icon: 'handheld' },
  { name: 'PS Vita', aliases: ['PSVita', 'Vita', 'PSV', 'PlayStation Vita'], icon: 'handheld' },
  { name: 'Xbox 360', aliases: ['Xbox360', 'X360'], icon: 'console' },
  { name: 'Xbox One', aliases: ['XboxOne', 'XBOne', 'XB1'], icon: 'console' },
  { name: 'Xbox Series', aliases: ['Xbox Series X', 'XSX'], icon: 'console' },
];

// The icons of own platforms. The page has a picture and a name for each.

export const platformIcons = [
  'computer',
  'laptop',
  'terminal',
  'keyboard',
  'console',
  'gamepad',
  'handheld',
  'television',
  'arcade',
  'phone',
  'tablet',
  'headset',
  'cartridge',
  'disc',
  'floppy',
  'cassette',
  'chip',
  'globe',
  'cloud',
  'book',
] as const;

export type PlatformIcon = (typeof platformIcons)[number];
