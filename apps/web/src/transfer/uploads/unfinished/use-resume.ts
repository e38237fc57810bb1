// Resumes an unfinished upload with the file that the browser remembers, or with a file that the user chooses.
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { type FileHandle, mayRead, openHandle } from '#lib/pick-files.ts';
import { findHandle } from '../engine/file-handles.ts';
import { useUploadManager } from '../use-uploads.ts';

export function useResume(upload: UnfinishedUpload) {
  const { t, i18n } = useTranslation('addGame');
  const manager = useUploadManager();
  const handle = useFileHandle(upload.uploadId);
  const [isHandleUseless, setHandleUseless] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { title, platform, fileSize } = upload;

  const resume = (file: File): boolean => {
    const isSameSize = fileSize === null || file.size === fileSize;
    const sizeOf = (bytes: number) => formatSize(bytes, i18n.language);
    const wrongSize = t('unfinished.wrongSize', {
      fileName: file.name,
      expected: sizeOf(fileSize ?? 0),
      actual: sizeOf(file.size),
    });
    setProblem(isSameSize ? undefined : wrongSize);
    if (isSameSize) manager.start({ file, title, platform, resume: upload });
    return isSameSize;
  };
  const resumeHandle = async (found: FileHandle) => {
    try {
      if (!(await mayRead(found))) return setProblem(t('unfinished.notAllowed'));
      if (resume(await openHandle(found))) return;
    } catch {
      setProblem(t('unfinished.fileGone'));
    }
    // From now on, the button asks for a file.
    setHandleUseless(true);
  };
  return { handle: isHandleUseless ? undefined : handle, resume, resumeHandle, problem };
}

/** Loads the handle in advance, because a file dialog can only be opened directly after a click. */
function useFileHandle(uploadId: string): FileHandle | undefined {
  const [handle, setHandle] = useState<FileHandle>();
  useEffect(() => {
    let isCurrent = true;
    void findHandle(uploadId).then((found) => {
      if (isCurrent) setHandle(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [uploadId]);
  return handle;
}
