// Adding a game: the form, or the upload that came of it for as long as it runs. Used by the Game Management tab.
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/section.tsx';
import { AddGameForm } from './add-game-form.tsx';
import { FailedUpload } from './failed-upload.tsx';
import { RunningUpload } from './running-upload.tsx';
import { UploadNotice } from './upload-notice.tsx';
import { useAddGame } from './use-add-game.ts';
import { useUploads } from './use-uploads.ts';

export function AddGame({ maxChunkBytes }: { maxChunkBytes: number }) {
  const { t } = useTranslation('addGame');
  const form = useAddGame();
  const uploads = useUploads();
  const running = uploads.filter(({ status }) => status !== 'completed' && status !== 'failed');
  const failed = uploads.filter(({ status }) => status === 'failed');
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {form.notice && <UploadNotice kind={form.notice.kind}>{form.notice.text}</UploadNotice>}
      {running.map((upload) => (
        <RunningUpload key={upload.id} upload={upload} />
      ))}
      {failed.map((upload) => (
        <FailedUpload key={upload.id} upload={upload} />
      ))}
      {running.length === 0 && <AddGameForm {...form} maxChunkBytes={maxChunkBytes} />}
    </Section>
  );
}
