// What is filled in for a new cheat file, and what is wrong with it once it was tried. Used by its form.
import { useState } from 'react';
import { type CheatDraft, cheatFileProblem, emptyCheat, isFilledIn, typeOfCheat } from './cheat-draft.ts';

export function useCheatDraft() {
  const [draft, setDraft] = useState<CheatDraft>(emptyCheat);
  const [isTried, setTried] = useState(false);
  /** Was chosen, and can't be taken. */
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
    /** The draft when it can be sent; else what is wrong is shown from now on. */
    check(): (CheatDraft & { file: File }) | undefined {
      setTried(true);
      const { file } = draft;
      return file && !problem && !isNameMissing ? { ...draft, file } : undefined;
    },
  };
}
