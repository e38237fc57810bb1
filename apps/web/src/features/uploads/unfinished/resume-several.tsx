// Goes on with several unfinished uploads at once: their files are chosen together and find their uploads by name and size.
import { platformFileExtensions } from '@cellar/contract/rules/archives.ts';
import type { UnfinishedUpload } from '@cellar/contract/uploads.ts';
import { IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadManager } from '../use-uploads.ts';
import { ChooseFilesButton } from './choose-files-button.tsx';
import { matchFiles } from './match-files.ts';
import styles from './resume-several.module.css';

export function ResumeSeveral({ uploads }: { uploads: readonly UnfinishedUpload[] }) {
  const { t } = useTranslation('uploads');
  const manager = useUploadManager();
  const [strangers, setStrangers] = useState<File[]>([]);
  const handleFiles = (files: File[]) => {
    const matches = matchFiles(uploads, files);
    setStrangers(matches.strangers);
    for (const { upload, file } of matches.pairs) {
      const { title, platform, gameId } = upload;
      manager.start({ file, title, platform, gameId: gameId ?? undefined, resume: upload });
    }
  };
  return (
    <div className={styles.several}>
      <ChooseFilesButton
        accept={platformFileExtensions}
        multiple
        size="compact-sm"
        leftSection={<IconFiles size={16} />}
        aria-label={t('several.choose')}
        onFiles={handleFiles}
      >
        {t('several.choose')}
      </ChooseFilesButton>
      {strangers.length > 0 && (
        <p role="alert" className={styles.problem}>
          {t('several.strangers', {
            count: strangers.length,
            names: strangers
              .slice(0, 3)
              .map(({ name }) => name)
              .join(', '),
          })}
        </p>
      )}
    </div>
  );
}
