// The files that were not added to the batch list, with the reasons.
import { gameArchiveExtensions } from '@cellar/contract/rules/archives.ts';
import { useTranslation } from 'react-i18next';
import { UploadNotice } from '../upload-notice.tsx';
import type { RefusedFile } from './batch-entry.ts';

/** The maximum number of named files, because a folder may contain hundreds of readme files. */
const named = 8;

const extensions = gameArchiveExtensions.join(', ');

export function BatchRefused({ refused }: { refused: readonly RefusedFile[] }) {
  const { t } = useTranslation('batch');
  const { t: tForm } = useTranslation('addGame');
  if (refused.length === 0) return null;
  const reasons = {
    fileWrong: tForm('fileWrong', { extensions }),
    fileEmpty: tForm('fileEmpty'),
    fileTwice: t('fileTwice'),
  };
  return (
    <UploadNotice kind="error">
      <p>{t('refused', { count: refused.length })}</p>
      <ul style={{ margin: 'var(--space-1) 0 0', paddingLeft: 'var(--space-5)', overflowWrap: 'anywhere' }}>
        {refused.slice(0, named).map(({ name, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files of different folders may have one name
          <li key={index}>{t('refusedFile', { name, reason: reasons[problem] })}</li>
        ))}
        {refused.length > named && <li>{t('refusedMore', { count: refused.length - named })}</li>}
      </ul>
    </UploadNotice>
  );
}
