// What a scan of a library folder looks for: the extensions of games, the names of folders that mean a platform or extras, and
// the names that it ignores. The page shows the sections; an admin adds extensions to a folder.

export interface ExtensionSection {
  /** The page has a text for each. */
  name: 'archives' | 'images' | 'windows' | 'mac' | 'linux' | 'android' | 'consoles' | 'computers';
  /** Lower case, with the dot. */
  extensions: readonly string[];
}

const list = (words: string) => words.split(/\s+/).map((word) => `.${word}`);

export const extensionSections: readonly ExtensionSection[] = [
  {
    name: 'archives',
    extensions: list('zip rar 7z tar tar.gz tgz tar.xz txz tar.bz2 tbz2 tar.zst tzst lzh lha arj ace'),
  },
  { name: 'images', extensions: list('iso cue chd mds mdf ccd nrg cdi gdi img cso ciso') },
  { name: 'windows', extensions: list('exe msi msix appx') },
  { name: 'mac', extensions: list('dmg pkg mpkg') },
  { name: 'linux', extensions: list('appimage sh run deb rpm flatpak flatpakref snap') },
  { name: 'android', extensions: list('apk xapk apks obb aab') },
  {
    name: 'consoles',
    extensions: list(
      'nsp xci nsz xcz wbfs rvz wia gcm gcz wua wux gba gb gbc nes fds unf sfc smc n64 z64 v64 nds dsi 3ds cia vpk pbp ' +
        'psx xiso smd sms gg 32x pce sgx ngp ngc ws wsc lnx a26 a52 a78',
    ),
  },
  {
    name: 'computers',
    extensions: list('adf adz ipf dms hdf d64 d71 d81 g64 t64 tap tzx z80 st stx msa dsk dosz jar swf love'),
  },
];

export const libraryExtensions: readonly string[] = extensionSections.flatMap(({ extensions }) => extensions);

/** A word for the platform of an extension: a platform or one of its aliases. Archives and disc images are for any platform. */
const wordsOfExtensions: Record<string, string> = {
  windows: 'exe msi msix appx',
  mac: 'dmg pkg mpkg',
  linux: 'appimage sh run deb rpm flatpak flatpakref snap',
  android: 'apk xapk apks obb aab',
  switch: 'nsp xci nsz xcz',
  wii: 'wbfs wia',
  gamecube: 'gcm gcz',
  wiiu: 'wua wux',
  gba: 'gba',
  gb: 'gb',
  gbc: 'gbc',
  nes: 'nes fds unf',
  snes: 'sfc smc',
  n64: 'n64 z64 v64',
  nds: 'nds dsi',
  '3ds': '3ds cia',
  psvita: 'vpk',
  psp: 'pbp cso',
  ps1: 'psx',
  xbox: 'xiso',
  genesis: 'smd 32x',
  mastersystem: 'sms',
  gamegear: 'gg',
  dreamcast: 'gdi cdi',
  amiga: 'adf adz ipf dms hdf',
  c64: 'd64 d71 d81 g64 t64',
  spectrum: 'tap tzx z80',
  atarist: 'st stx msa',
  dos: 'dosz',
  flash: 'swf',
};

const wordOfExtension = new Map(
  Object.entries(wordsOfExtensions).flatMap(([word, names]) => list(names).map((name) => [name, word])),
);

/** Returns a platform's word such as `windows` or `gba`, or undefined if files with the extension are for any platform. */
export function platformWordOf(extension: string): string | undefined {
  return wordOfExtension.get(extension.toLowerCase());
}

/**
 * Returns the extension of a game's file in lower case with its dot (`.tar.gz` rather than `.gz`), or undefined. `added` are the
 * extensions that an admin has added to the folder, in the same form.
 */
export function libraryExtension(fileName: string, added: ReadonlySet<string>): string | undefined {
  const last = fileName.lastIndexOf('.');
  if (last <= 0) return undefined;
  const previous = fileName.lastIndexOf('.', last - 1);
  const double = previous > 0 ? fileName.slice(previous).toLowerCase() : '';
  if (known.has(double) || added.has(double)) return double;
  const single = fileName.slice(last).toLowerCase();
  return known.has(single) || added.has(single) ? single : undefined;
}

const known = new Set(libraryExtensions);

/** Names of folders that hold the games of one platform, by the platform's word. They are compared without case and marks. */
const platformFolders: Record<string, string> = {
  windows: 'windows|win|win32|win64|pc|pcgames|windowsgames|mswindows',
  mac: 'mac|macos|macosx|osx|macintosh|macgames',
  linux: 'linux|linux32|linux64|linuxgames|steamdeck',
  dos: 'dos|msdos|dosgames|dosbox',
  android: 'android',
  ps1: 'ps1|psx|psone|playstation|playstation1|sonyplaystation',
  ps2: 'ps2|playstation2|sonyplaystation2',
  ps3: 'ps3|playstation3|sonyplaystation3',
  ps4: 'ps4|playstation4',
  ps5: 'ps5|playstation5',
  psp: 'psp|playstationportable|sonyplaystationportable',
  psvita: 'psvita|vita|psv|playstationvita',
  xbox: 'xbox|xboxclassic|microsoftxbox',
  xbox360: 'xbox360|x360|microsoftxbox360',
  switch: 'switch|nsw|nintendoswitch',
  nes: 'nes|famicom|nintendoentertainmentsystem',
  snes: 'snes|superfamicom|supernintendo|supernintendoentertainmentsystem',
  n64: 'n64|nintendo64',
  gamecube: 'gamecube|gc|ngc|nintendogamecube',
  wii: 'wii|nintendowii',
  wiiu: 'wiiu|nintendowiiu',
  gb: 'gb|gameboy|nintendogameboy',
  gbc: 'gbc|gameboycolor|nintendogameboycolor',
  gba: 'gba|gameboyadvance|nintendogameboyadvance',
  nds: 'nds|ds|nintendods',
  '3ds': '3ds|nintendo3ds',
  genesis: 'genesis|megadrive|segagenesis|segamegadrive|segamegadrivegenesis',
  mastersystem: 'mastersystem|sms|segamastersystem',
  gamegear: 'gamegear|segagamegear',
  saturn: 'saturn|segasaturn',
  dreamcast: 'dreamcast|dc|segadreamcast',
  amiga: 'amiga|commodoreamiga',
  c64: 'c64|commodore64',
  atarist: 'atarist',
  spectrum: 'zxspectrum|spectrum',
  arcade: 'arcade|mame|fbneo',
  scummvm: 'scummvm',
};

const wordOfFolder = new Map(
  Object.entries(platformFolders).flatMap(([word, names]) => names.split('|').map((name) => [name, word])),
);

/** Returns the platform's word if a folder's whole name means a platform: `PlayStation 2` → `ps2`. */
export function platformWordOfFolder(folderName: string): string | undefined {
  return wordOfFolder.get(plainName(folderName));
}

/** The name of the folder, at the top of a library folder, in which scans look for an export of `cellar export`. */
export const exportFolder = 'cellar-export';

/** `Nintendo - Game Boy` → `nintendogameboy`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

export type ExtraKind = 'update' | 'dlc' | 'language' | 'manual' | 'soundtrack' | 'map' | 'artbook' | 'other';

const extraFolders: Record<ExtraKind, string> = {
  update: 'update|updates|patch|patches|hotfix|hotfixes',
  dlc: 'dlc|dlcs|addon|addons|expansion|expansions',
  language: 'language|languages|languagepack|languagepacks|localization|localisation',
  manual: 'manual|manuals|guide|guides|docs|documents|documentation',
  soundtrack: 'soundtrack|soundtracks|ost|music',
  map: 'map|maps',
  artbook: 'artbook|artbooks|artwork|art|wallpaper|wallpapers',
  other:
    'extra|extras|bonus|bonuses|bonuscontent|goodies|mods|crack|nocd|cheats|trainer|trainers|sample|proof|covers|scans|screenshots|redist|commonredist',
};

const kindOfExtra = new Map(
  Object.entries(extraFolders).flatMap(([kind, names]) =>
    names.split('|').map((name) => [name, kind as ExtraKind] as const),
  ),
);

/** Returns what a folder with this name holds, if it lies in the folder of a game: `Language Packs` → `language`. */
export function extraKindOfFolder(folderName: string): ExtraKind | undefined {
  return kindOfExtra.get(plainName(folderName));
}
