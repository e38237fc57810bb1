// The form values of a new cheat file, their validation, and the request body.
import type { CheatFields } from '@cellar/contract/games/cheats.ts';
import {
  type CheatType,
  cheatExtension,
  cheatPlatforms,
  cheatTypes,
  noCheatDescription,
} from '@cellar/contract/games/rules/cheats.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useState } from 'react';

export interface CheatDraft extends CheatFields {
  file: File | undefined;
}

export const emptyCheat: CheatDraft = {
  file: undefined,
  name: '',
  description: '',
  platform: cheatPlatforms[0],
  type: cheatTypes[0],
  version: '',
  author: '',
  instructions: '',
};

export type CheatFileProblem = 'fileMissing' | 'fileWrong' | 'fileEmpty' | 'fileTooLarge';

export function cheatFileProblem(
  file: Pick<File, 'name' | 'size'> | undefined,
): CheatFileProblem | undefined {
  if (!file) return 'fileMissing';
  if (!cheatExtension(file.name)) return 'fileWrong';
  if (file.size === 0) return 'fileEmpty';
  return file.size > limits.cheatFileMaxBytes ? 'fileTooLarge' : undefined;
}

/** Recognizes Cheat Engine tables by extension. Other extensions do not determine the type. */
export function typeOfCheat(fileName: string): CheatType | undefined {
  return cheatExtension(fileName) === '.ct' ? 'cheat_engine' : undefined;
}

const texts = ['name', 'version', 'author', 'instructions'] as const;

function isFilledIn(draft: CheatDraft): boolean {
  return draft.file !== undefined || [...texts, 'description' as const].some((field) => draft[field] !== '');
}

/** Puts the fields first, so that the server can refuse them before it receives the file. */
export function cheatForm(draft: CheatDraft, file: File): FormData {
  const form = new FormData();
  for (const field of texts) form.append(field, draft[field].trim());
  form.append('description', draft.description.trim() || noCheatDescription);
  form.append('platform', draft.platform);
  form.append('type', draft.type);
  form.append('cheatFile', file);
  return form;
}

export function useCheatDraft() {
  const [draft, setDraft] = useState<CheatDraft>(emptyCheat);
  const [isTried, setTried] = useState(false);
  const [wrongFile, setWrongFile] = useState<File>();
  const change = (part: Partial<CheatDraft>) => setDraft((current) => ({ ...current, ...part }));
  const chooseFile = (file: File) => {
    const isWrong = cheatFileProblem(file) !== undefined;
    setWrongFile(isWrong ? file : undefined);
    change({ file: isWrong ? undefined : file, type: typeOfCheat(file.name) ?? draft.type });
  };
  const isNameMissing = !draft.name.trim();
  const problem = cheatFileProblem(draft.file ?? wrongFile);
  return {
    draft,
    change,
    chooseFile,
    problems: {
      file: isTried || wrongFile ? problem : undefined,
      isNameMissing: isTried && isNameMissing,
    },
    isDirty: isFilledIn(draft),
    /** Returns the draft if it is valid. Errors are shown from then on. */
    check(): (CheatDraft & { file: File }) | undefined {
      setTried(true);
      const { file } = draft;
      return file && !problem && !isNameMissing ? { ...draft, file } : undefined;
    },
  };
}
