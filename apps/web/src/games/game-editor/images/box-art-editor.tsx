// The box art in the images editor. It can be replaced and removed, and a removal can be undone.
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import styles from './images-editor.module.css';
import { PictureDrop } from './picture-drop.tsx';
import { PictureUploads, type PictureUploadsProps } from './picture-uploads.tsx';
import { UndoLine } from './undo-line.tsx';

export interface BoxArtEditorProps extends PictureUploadsProps {
  title: string;
  url: string | null;
  thumbhash: string | null;
  onFiles(files: File[]): void;
  onChange(url: string | null): void;
}

export function BoxArtEditor(props: BoxArtEditorProps) {
  const { title, url, thumbhash, onFiles, onChange, ...uploads } = props;
  const { t } = useTranslation('gameImages');
  const headingId = useId();
  const [removed, setRemoved] = useState<string>();
  const remove = () => {
    setRemoved(url ?? undefined);
    onChange(null);
  };
  return (
    <section aria-labelledby={headingId} className={styles.part}>
      <h3 id={headingId}>{t('boxArt')}</h3>
      <PictureDrop
        label={t(url ? 'replaceBoxArt' : 'chooseBoxArt')}
        hint={t('boxArtHint')}
        onFiles={onFiles}
        actions={
          url && (
            <Button
              variant="subtle"
              color="red"
              size="sm"
              leftSection={<IconTrash size={17} aria-hidden />}
              onClick={remove}
            >
              {t('removeBoxArt')}
            </Button>
          )
        }
      >
        <div className={styles.cover}>
          <Cover title={title} url={url} thumbhash={thumbhash} sizes="10rem" alt={t('boxArtOf', { title })} />
        </div>
      </PictureDrop>
      <PictureUploads {...uploads} />
      {removed && !url && <UndoLine text={t('boxArtRemoved')} onUndo={() => onChange(removed)} />}
    </section>
  );
}
