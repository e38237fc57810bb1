// Groups the files of one directory that belong together: volumes of an archive, a disc image with its tracks, an installer with
// its data, the discs of one game. Only names are looked at.
import { compareBytes } from './scan-types.ts';

export interface FileSet {
  /** The file that one would open. */
  lead: string;
  /** Two or more names with the lead, sorted. */
  members: string[];
}

interface Part {
  key: string;
  /** The file with the lowest rank is the lead. */
  rank: number;
}

/** The files' stems with their extensions in lower case, to find files that belong to another. */
type Names = ReadonlySet<string>;

/** Each set has a file with such a name. Most directories have none, so nothing else needs to be compared. */
const hint =
  /\.(?:r00|z01|00[01]|aa|cue|ccd|mds|gdi|bin|doi)$|\.part\d{1,4}\.(?:rar|exe)$|[[(](?:disc|disk|cd|dvd)[^\])]*[\])]/i;

/** Returns the sets; a name that is in none of them stands alone. */
export function groupFiles(names: readonly string[]): FileSet[] {
  if (!names.some((name) => hint.test(name))) return [];
  const files = names.map(split);
  const known: Names = new Set(files.map(({ stem, extension }) => stem + extension));
  const parts = new Map<string, { name: string; rank: number }[]>();
  const only = onlyLeads(names);
  for (const file of files) {
    const part = partOf(file, known) ?? trackOf(file.name, only);
    if (!part) continue;
    const others = parts.get(part.key) ?? [];
    others.push({ name: file.name, rank: part.rank });
    parts.set(part.key, others);
  }
  const sets = [...parts.values()].filter((group) => group.length > 1).map(setOf);
  return mergeDiscs(sets, names);
}

function setOf(group: { name: string; rank: number }[]): FileSet {
  const members = group.map(({ name }) => name).sort(compareBytes);
  const lead = group.reduce((best, next) => (next.rank < best.rank ? next : best)).name;
  return { lead, members };
}

function partOf(file: SplitName, known: Names): Part | undefined {
  return (
    volumeOf(file, known) ?? splitFileOf(file, known) ?? imageOf(file, known) ?? installerOf(file, known)
  );
}

/** `x.part1.rar`; `x.rar` with `x.r00`; `x.zip` with `x.z01`. */
function volumeOf({ stem, extension }: SplitName, known: Names): Part | undefined {
  if (extension === '.rar' || extension === '.exe') {
    const numbered = /^(.+)\.part(\d{1,4})$/i.exec(stem);
    if (numbered?.[1]) return { key: `part/${numbered[1]}`, rank: Number(numbered[2]) };
  }
  // A ZIP may have more than 99 volumes.
  const [, letter = '', number] = /^\.([r-z])(\d\d|(?<=z)\d{3,4})$/.exec(extension) ?? [];
  if (extension === '.zip' || letter === 'z') {
    // `.z64` alone is a game of the Nintendo 64.
    if (!known.has(`${stem}.zip`) || !known.has(`${stem}.z01`)) return undefined;
    return { key: `zip/${stem}`, rank: Number(number ?? 0) };
  }
  if (extension !== '.rar' && letter === '') return undefined;
  if (!known.has(`${stem}.rar`) || !known.has(`${stem}.r00`)) return undefined;
  const volume = letter === '' ? 0 : 1 + Number(number) + 100 * (letter.charCodeAt(0) - 114);
  return { key: `rar/${stem}`, rank: volume };
}

/** `x.7z.001` and `x.tar.gz.aa`: a file that was cut into pieces. */
function splitFileOf({ stem, extension }: SplitName, known: Names): Part | undefined {
  if (extension.length > 6) return undefined;
  const number = /^\.(\d{3,5})$/.exec(extension)?.[1];
  if (number !== undefined && (known.has(`${stem}.001`) || known.has(`${stem}.000`)))
    return { key: `split/${stem}`, rank: Number(number) };
  // After `yz`, `split` continues with `zaaa`.
  const letters = /^\.([a-z]{2}|z[a-z]{3})$/.exec(extension)?.[1];
  if (letters === undefined || !known.has(`${stem}.aa`)) return undefined;
  return { key: `split/${stem}`, rank: Number.parseInt(letters, 36) };
}

const imageLeads = ['.cue', '.ccd', '.mds', '.gdi'];
const imageParts = ['.bin', '.img', '.iso', '.mdf', '.sub', '.wav', '.sbi', '.raw', ...imageLeads];
const track = /[ ._-]*[[(]?track ?\d{1,2}[\])]?$/i;

/** `x.cue` with `x.bin` or `x (Track 01).bin`; `x.mds` with `x.mdf`; `x.ccd` with `x.img` and `x.sub`. */
function imageOf({ stem, extension }: SplitName, known: Names): Part | undefined {
  const isAudio = /^\.(?:ogg|mp3|flac|ape)$/.test(extension);
  if (!isAudio && !imageParts.includes(extension)) return undefined;
  const base = stem.replace(track, '');
  if (isAudio && base === stem) return undefined;
  if (!imageLeads.some((lead) => known.has(base + lead))) return undefined;
  const rank = imageLeads.indexOf(extension);
  return { key: `image/${base}`, rank: rank < 0 ? 9 : rank };
}

/** `setup_x.exe` with `setup_x-1.bin`, as GOG and Inno Setup make them. */
function installerOf({ stem, extension }: SplitName, known: Names): Part | undefined {
  if (extension === '.exe') return known.has(`${stem}-1.bin`) ? { key: `exe/${stem}`, rank: 0 } : undefined;
  if (extension !== '.bin') return undefined;
  const base = /^(.+)-\d{1,3}[a-z]?$/i.exec(stem)?.[1];
  if (base === undefined || !known.has(`${base}.exe`)) return undefined;
  return { key: `exe/${base}`, rank: 1 };
}

interface OnlyLeads {
  cue: string | undefined;
  installer: string | undefined;
}

/** The only sheet and the only installer of a directory own its `.bin` files, whatever their names are. */
function onlyLeads(names: readonly string[]): OnlyLeads {
  const only = (pattern: RegExp) => {
    const found = names.filter((name) => pattern.test(name));
    return found.length === 1 ? found[0] : undefined;
  };
  return { cue: only(/\.(?:cue|gdi)$/i), installer: only(/^(?:setup|install)[^/]*\.exe$/i) };
}

function trackOf(name: string, { cue, installer }: OnlyLeads): Part | undefined {
  const lead = cue ?? installer;
  if (lead === undefined) return undefined;
  const stem = split(lead).stem;
  const key = cue === undefined ? `exe/${stem}` : `image/${stem}`;
  if (name === lead) return { key, rank: 0 };
  const isPart = cue === undefined ? /\.(?:bin|doi)$/i : /\.(?:bin|raw)$/i;
  return isPart.test(name) ? { key, rank: 9 } : undefined;
}

const disc = /[ ._-]*[[(](?:disc|disk|cd|dvd)[ ._-]?(\d{1,2}|[a-d])(?: ?of ?\d{1,2})?[\])]/i;

/** Joins `x (Disc 1).chd` with `x (Disc 2).chd`, and sets in the same way. */
function mergeDiscs(sets: FileSet[], names: readonly string[]): FileSet[] {
  const inSets = new Set(sets.flatMap(({ members }) => members));
  const single = names.filter((name) => disc.test(name) && !inSets.has(name));
  const candidates = [...sets, ...single.map((name) => ({ lead: name, members: [name] }))];
  const games = new Map<string, FileSet>();
  for (const [index, candidate] of candidates.entries()) {
    const { stem, extension } = split(candidate.lead);
    const key = disc.test(stem) ? `${stem.replace(disc, '')}${extension}` : `/${index}`;
    const game = games.get(key);
    games.set(key, game ? joinDiscs(game, candidate) : candidate);
  }
  return [...games.values()].filter(({ members }) => members.length > 1);
}

function joinDiscs(a: FileSet, b: FileSet): FileSet {
  const lead = compareBytes(a.lead, b.lead) < 0 ? a.lead : b.lead;
  return { lead, members: [...a.members, ...b.members].sort(compareBytes) };
}

/** `extension`: in lower case with the dot. */
interface SplitName {
  name: string;
  stem: string;
  extension: string;
}

function split(name: string): SplitName {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { name, stem: name, extension: '' };
  return { name, stem: name.slice(0, dot), extension: name.slice(dot).toLowerCase() };
}
