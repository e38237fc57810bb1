// Goes on with an unfinished upload: with the file the browser still knows the way to, else with one that is chosen. Used by
// its row.
import type { UnfinishedUpload } from '@cellar/contract/uploads.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { type FileHandle, mayRead, openHandle } from '#lib/pick-files.ts';
import { useUploadManager } from '../use-uploads.ts';
import { useKeptHandle } from './use-kept-handle.ts';

export function useResume(upload: UnfinishedUpload) {
  const { t, i18n } = useTranslation('addGame');
  const manager = useUploadManager();
  const kept = useKeptHandle(upload.uploadId);
  const [isLost, setLost] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { title, platform, gameId, fileSize } = upload;

  const resume = (file: File): boolean => {
    const isSame = fileSize === null || file.size === fileSize;
    const size = (bytes: number) => formatSize(bytes, i18n.language);
    const sizes = { expected: size(fileSize ?? 0), actual: size(file.size) };
    setProblem(isSame ? undefined : t('unfinished.wrongSize', { fileName: file.name, ...sizes }));
    if (isSame) manager.start({ file, title, platform, gameId: gameId ?? undefined, resume: upload });
    return isSame;
  };
  const resumeKept = async (handle: FileHandle) => {
    try {
      if (!(await mayRead(handle))) return setProblem(t('unfinished.notAllowed'));
      if (resume(await openHandle(handle))) return;
    } catch {
      setProblem(t('unfinished.fileGone'));
    }
    // From now on the button asks for the file.
    setLost(true);
  };
  return { kept: isLost ? undefined : kept, resume, resumeKept, problem };
}
