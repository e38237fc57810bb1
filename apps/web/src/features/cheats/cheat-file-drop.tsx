// The field for the file of a new cheat file. Used by its form.
import { cheatExtensions } from '@cellar/contract/rules/cheats.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import type { CheatFileProblem } from './cheat-draft.ts';

export interface CheatFileDropProps {
  file: File | undefined;
  problem: CheatFileProblem | undefined;
  isDisabled: boolean;
  onFile(file: File): void;
}

const extensions = cheatExtensions.join(', ');

export function CheatFileDrop({ file, problem, isDisabled, onFile }: CheatFileDropProps) {
  const { t, i18n } = useTranslation('cheatsAdmin');
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  return (
    <FileDrop
      label={t('file')}
      hint={extensions}
      changeLabel={t('fileChange')}
      chosen={file && { name: file.name, detail: size(file.size) }}
      accept={cheatExtensions}
      error={problem && t(problem, { extensions, max: size(limits.cheatFileMaxBytes) })}
      disabled={isDisabled}
      onFile={onFile}
    />
  );
}
