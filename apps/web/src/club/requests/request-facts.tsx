// Who requested a game and when, and for which platform.
import type { GameRequest } from '@cellar/contract/club/requests.ts';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '#lib/format.ts';
import { formatMoment } from '#lib/format-time.ts';

export function RequestFacts({ request }: { request: GameRequest }) {
  const { t, i18n } = useTranslation('requests');
  const { platform, requestedBy, isOwn, createdAt } = request;
  const name = requestedBy ?? t('formerMember');
  return (
    <>
      {platform && <span>{platform}</span>}
      <span>{isOwn ? t('byYou') : t('by', { name })}</span>
      <time dateTime={createdAt} title={formatMoment(createdAt, i18n.language)}>
        {formatAgo(createdAt, i18n.language)}
      </time>
    </>
  );
}
