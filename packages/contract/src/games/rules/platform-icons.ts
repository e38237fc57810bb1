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
