// What is filled in for a new cheat file, what is wrong with it, and the form it is sent as. Pure.
import type { CheatFields } from '@cellar/contract/cheats.ts';
import {
  type CheatType,
  cheatExtension,
  cheatPlatforms,
  cheatTypes,
  noCheatDescription,
} from '@cellar/contract/rules/cheats.ts';
import { limits } from '@cellar/contract/rules/limits.ts';

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

/** A Cheat Engine table is known by its name; everything else may be anything. */
export function typeOfCheat(fileName: string): CheatType | undefined {
  return cheatExtension(fileName) === '.ct' ? 'cheat_engine' : undefined;
}

const texts = ['name', 'version', 'author', 'instructions'] as const;

/** Something would be lost with it. */
export function isFilledIn(draft: CheatDraft): boolean {
  return draft.file !== undefined || [...texts, 'description' as const].some((field) => draft[field] !== '');
}

/** Fields first: by them the server can refuse it before the file comes. */
export function cheatForm(draft: CheatDraft, file: File): FormData {
  const form = new FormData();
  for (const field of texts) form.append(field, draft[field].trim());
  form.append('description', draft.description.trim() || noCheatDescription);
  form.append('platform', draft.platform);
  form.append('type', draft.type);
  form.append('cheatFile', file);
  return form;
}
