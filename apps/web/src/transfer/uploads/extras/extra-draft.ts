// The values of the forms that add or edit an update or extra.

import { needsVersion, platformChoices } from '@cellar/contract/games/rules/platforms.ts';
import type { Extra, ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import { guessExtra } from '@cellar/contract/transfer/rules/extra-guess.ts';
import { type ExtraKind, extraExtensions, longestExtension } from '@cellar/contract/transfer/rules/extras.ts';

/** The platform is empty if the extra is for every platform. */
export interface ExtraDraft {
  kind: ExtraKind;
  name: string;
  version: string;
  platform: string;
  note: string;
}

export const emptyExtra: ExtraDraft = { kind: 'update', name: '', version: '', platform: '', note: '' };

export function draftOf({ kind, name, version, platform, note }: Extra): ExtraDraft {
  return { kind, name, version, platform: platform ?? '', note };
}

export function factsOf({ kind, name, version, platform, note }: ExtraDraft): ExtraFacts {
  return {
    kind,
    name: name.trim(),
    version: version.trim(),
    platform: platform || null,
    note: note.trim(),
  };
}

/** Returns the draft with the facts that the file's name suggests. Texts that a person has entered are kept. */
export function withGuess(
  draft: ExtraDraft,
  fileName: string,
  { title, nameOfKind }: { title: string; nameOfKind: (kind: ExtraKind) => string },
): ExtraDraft {
  const { kind, name, version } = guessExtra(fileName, title);
  return {
    ...draft,
    kind,
    name: draft.name || name || nameOfKind(kind),
    version: draft.version || version,
  };
}

/** Returns why a file cannot be uploaded, or undefined if it can. */
export function fileProblem({
  name,
  size,
}: Pick<File, 'name' | 'size'>): 'fileWrong' | 'fileEmpty' | undefined {
  if (!longestExtension(name, extraExtensions)) return 'fileWrong';
  return size === 0 ? 'fileEmpty' : undefined;
}

/** Returns the platforms to choose from: those of the game first. */
export function platformsFor(gamePlatforms: readonly string[], current: string): string[] {
  const others = platformChoices.filter((choice) => !needsVersion(choice));
  return [...new Set([...gamePlatforms, current, ...others])].filter(Boolean);
}
