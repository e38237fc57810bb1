// Uploads that stopped half-way, to go on with or to discard. Shows nothing when there are none. Used above the form.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { GrowingList } from '#ui/lists/growing-list.tsx';
import { Section } from '#ui/section.tsx';
import { UploadNotice } from '../upload-notice.tsx';
import { unfinishedUploadsQuery } from '../uploads.queries.ts';
import { useUploads } from '../use-uploads.ts';
import { ResumeSeveral } from './resume-several.tsx';
import { UnfinishedRow } from './unfinished-row.tsx';

export function UnfinishedUploads() {
  const { t } = useTranslation('addGame');
  const { t: tCommon } = useTranslation();
  const { t: tUploads } = useTranslation('uploads');
  const query = useQuery(unfinishedUploadsQuery(useApi()));
  const here = new Set(useUploads().map(({ id }) => id));
  const uploads = (query.data ?? []).filter(({ uploadId }) => !here.has(uploadId));
  const stopped = uploads.filter(({ isSending }) => !isSending);
  if (query.isError) {
    return (
      <UploadNotice kind="error">
        {tCommon('loadFailed')}{' '}
        <RetryButton size="compact-sm" variant="default" onClick={() => void query.refetch()} />
      </UploadNotice>
    );
  }
  if (uploads.length === 0) return null;
  return (
    <Section heading={t('unfinished.heading')} lead={t('unfinished.lead')}>
      {stopped.length > 1 && <ResumeSeveral uploads={stopped} />}
      <GrowingList
        label={t('unfinished.heading')}
        items={uploads}
        first={8}
        onlyOnPress
        keyOf={({ uploadId }) => uploadId}
        render={(upload) => <UnfinishedRow upload={upload} />}
        moreLabel={(count) => tUploads('queue.more', { count })}
      />
    </Section>
  );
}
