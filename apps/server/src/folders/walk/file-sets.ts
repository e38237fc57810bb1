// Groups the files of one directory that belong together: volumes of an archive, a disc image with its tracks, an installer with
// its data, the discs of one game. Only names are looked at.
import { compareBytes } from './scan-types.ts';

export interface FileSet {
  /** The file that one would open. */
  lead: string;
  /** The names with the lead, sorted. Only an incomplete set may have a single one. */
  members: string[];
  /** A volume or disc before the last one is not there. */
  isIncomplete: boolean;
}

interface Part {
  key: string;
  /** The file with the lowest rank is the lead. */
  rank: number;
  /** The place among the volumes, which are numbered without gaps from 0 or 1. */
  volume?: number;
}

/** The files' stems with their extensions in lower case, to find files that belong to another. */
type Names = ReadonlySet<string>;

/** Each set has a file with such a name. Most directories have none, so nothing else needs to be compared. */
const hint =
  /\.(?:r0[01]|z0[12]|00[01]|aa|cue|ccd|mds|gdi|bin|doi)$|\.part\d{1,4}\.(?:rar|exe)$|[[(](?:disc|disk|cd|dvd)[^\])]*[\])]/i;

/** Returns the sets; a name that is in none of them stands alone. */
export function groupFiles(names: readonly string[]): FileSet[] {
  if (!names.some((name) => hint.test(name))) return [];
  const files = names.map(split);
  const known: Names = new Set(files.map(({ stem, extension }) => stem + extension));
  const parts = new Map<string, Member[]>();
  const only = onlyLeads(names);
  for (const file of files) {
    const part = partOf(file, known) ?? trackOf(file.name, only);
    if (!part) continue;
    const others = parts.get(part.key) ?? [];
    others.push({ name: file.name, ...part });
    parts.set(part.key, others);
  }
  return mergeDiscs([...parts.values()].map(setOf).filter(isSet), names);
}

type Member = Omit<Part, 'key'> & { name: string };

function setOf(group: Member[]): FileSet {
  const members = group.map(({ name }) => name).sort(compareBytes);
  const lead = group.reduce((best, next) => (next.rank < best.rank ? next : best)).name;
  return { lead, members, isIncomplete: hasGap(group.flatMap(({ volume }) => volume ?? [])) };
}

function isSet({ members, isIncomplete }: FileSet): boolean {
  return members.length > 1 || isIncomplete;
}

/** Takes the numbers of volumes or discs, and the last one if a name says it. A number may come twice, as with `1a` and `1b`. */
function hasGap(numbers: number[], announced = 0): boolean {
  const known = new Set(numbers);
  const last = numbers.reduce((highest, number) => Math.max(highest, number), announced);
  return known.size > 0 && known.size < (known.has(0) ? last + 1 : last);
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
    if (numbered?.[1]) return numberedPart(`part/${numbered[1]}`, Number(numbered[2]));
  }
  // A ZIP may have more than 99 volumes.
  const [, letter = '', number] = /^\.([r-z])(\d\d|(?<=z)\d{3,4})$/.exec(extension) ?? [];
  if (extension === '.zip' || letter === 'z') {
    // `.z64` alone is a game of the Nintendo 64.
    if (!known.has(`${stem}.zip`) || !hasOne(known, `${stem}.z01`, `${stem}.z02`)) return undefined;
    return numberedPart(`zip/${stem}`, Number(number ?? 0));
  }
  if (extension !== '.rar' && letter === '') return undefined;
  if (!known.has(`${stem}.rar`) || !hasOne(known, `${stem}.r00`, `${stem}.r01`)) return undefined;
  const volume = letter === '' ? 0 : 1 + Number(number) + 100 * (letter.charCodeAt(0) - 114);
  return numberedPart(`rar/${stem}`, volume);
}

/** The first volume may be the one that is missing. */
function hasOne(known: Names, first: string, second: string): boolean {
  return known.has(first) || known.has(second);
}

function numberedPart(key: string, volume: number): Part {
  return { key, rank: volume, volume };
}

/** `x.7z.001` and `x.tar.gz.aa`: a file that was cut into pieces. */
function splitFileOf({ stem, extension }: SplitName, known: Names): Part | undefined {
  if (extension.length > 6) return undefined;
  const number = /^\.(\d{3,5})$/.exec(extension)?.[1];
  if (number !== undefined && (known.has(`${stem}.001`) || known.has(`${stem}.000`)))
    return numberedPart(`split/${stem}`, Number(number));
  // After `yz`, `split` continues with `zaaa`.
  const letters = /^\.([a-z]{2}|z[a-z]{3})$/.exec(extension)?.[1];
  if (letters === undefined || !known.has(`${stem}.aa`)) return undefined;
  return numberedPart(`split/${stem}`, placeOf(letters));
}

/** Returns 0 for `aa`, 649 for `yz` and 650 for `zaaa`. */
function placeOf(letters: string): number {
  const digits = letters.length === 2 ? letters : letters.slice(1);
  const place = [...digits].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 97, 0);
  return letters.length === 2 ? place : place + 25 * 26;
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
  if (extension === '.exe')
    return hasOne(known, `${stem}-1.bin`, `${stem}-2.bin`) ? { key: `exe/${stem}`, rank: 0 } : undefined;
  if (extension !== '.bin') return undefined;
  const [, base, number] = /^(.+)-(\d{1,3})[a-z]?$/i.exec(stem) ?? [];
  if (base === undefined || !known.has(`${base}.exe`)) return undefined;
  return { key: `exe/${base}`, rank: 1, volume: Number(number) };
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

const disc = /[ ._-]*[[(](?:disc|disk|cd|dvd)[ ._-]?(\d{1,2}|[a-d])(?: ?of ?(\d{1,2}))?[\])]/i;

/** Joins `x (Disc 1).chd` with `x (Disc 2).chd`, and sets in the same way. */
function mergeDiscs(sets: FileSet[], names: readonly string[]): FileSet[] {
  const inSets = new Set(sets.flatMap(({ members }) => members));
  const single = names.filter((name) => disc.test(name) && !inSets.has(name));
  const candidates = [
    ...sets,
    ...single.map((name) => ({ lead: name, members: [name], isIncomplete: false })),
  ];
  const games = new Map<string, FileSet[]>();
  for (const [index, candidate] of candidates.entries()) {
    const { stem, extension } = split(candidate.lead);
    const key = disc.test(stem) ? `${stem.replace(disc, '')}${extension}` : `/${index}`;
    games.set(key, [...(games.get(key) ?? []), candidate]);
  }
  return [...games.values()].map(joinDiscs).filter(isSet);
}

function joinDiscs(discs: FileSet[]): FileSet {
  const lead = discs.map((one) => one.lead).reduce((a, b) => (compareBytes(a, b) < 0 ? a : b));
  const members = discs.flatMap((one) => one.members).sort(compareBytes);
  const numbers = discs.map((one) => discNumber(one.lead));
  const own = numbers.flatMap(({ number }) => number ?? []);
  const isMissingOne = hasGap(own, Math.max(...numbers.map(({ count }) => count)));
  return { lead, members, isIncomplete: isMissingOne || discs.some((one) => one.isIncomplete) };
}

/** `count`: the number of discs, or 0 if the name does not say it. */
function discNumber(name: string): { number?: number; count: number } {
  const [, own, count = '0'] = disc.exec(name) ?? [];
  if (own === undefined) return { count: 0 };
  const number = /\d/.test(own) ? Number(own) : own.toLowerCase().charCodeAt(0) - 96;
  return { number, count: Number(count) };
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
