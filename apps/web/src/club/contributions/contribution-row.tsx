// A contribution in a list: what it is, its state, when and for admins by whom it was answered, and why it was declined.
import type { ContributedFile, Contribution } from '@cellar/contract/club/contributions.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatAgo, formatSize } from '#lib/format.ts';
import { formatMoment } from '#lib/format-time.ts';
import { gamePath } from '#lib/paths.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';

const tones: Record<Contribution['state'], BadgeTone> = {
  waiting: 'accent',
  accepted: 'good',
  declined: 'bad',
};

export interface ContributionRowProps {
  contribution: Contribution;
  /** Whether to name the contributor, for admins. */
  hasContributor?: boolean;
  actions?: ReactNode;
}

export function ContributionRow({ contribution, hasContributor = false, actions }: ContributionRowProps) {
  const { t } = useTranslation('contributions');
  const { title, kind, state, gameId, files } = contribution;
  return (
    <ListRow
      name={<h3>{gameId === null ? title : <Link to={gamePath(gameId)}>{title}</Link>}</h3>}
      badges={
        <>
          <Badge>{t(`kind.${kind}`)}</Badge>
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        </>
      }
      detail={files.length > 0 && <Files files={files} />}
      facts={<Facts contribution={contribution} hasContributor={hasContributor} />}
      actions={actions}
    >
      {state === 'declined' && <Why contribution={contribution} />}
    </ListRow>
  );
}

function Files({ files }: { files: readonly ContributedFile[] }) {
  const { i18n } = useTranslation();
  const nameOf = ({ platform, extra }: ContributedFile) =>
    [extra && extraLabel(extra), platform].filter(Boolean).join(', ');
  return files.map((file) => `${nameOf(file)} (${formatSize(file.fileSize, i18n.language)})`).join(' · ');
}

function Facts({ contribution, hasContributor }: { contribution: Contribution; hasContributor: boolean }) {
  const { t, i18n } = useTranslation('contributions');
  const { contributor, createdAt, answeredAt, answeredBy, targetGameId, state } = contribution;
  return (
    <>
      {hasContributor && (
        <span title={contributor?.email}>
          {contributor ? t('by', { name: contributor.name }) : t('byNobody')}
        </span>
      )}
      <time dateTime={createdAt} title={formatMoment(createdAt, i18n.language)}>
        {t('added', { ago: formatAgo(createdAt, i18n.language) })}
      </time>
      {answeredAt !== null && (
        <time dateTime={answeredAt} title={formatMoment(answeredAt, i18n.language)}>
          {answeredBy === null
            ? t('answered', { ago: formatAgo(answeredAt, i18n.language) })
            : t('answeredBy', { ago: formatAgo(answeredAt, i18n.language), name: answeredBy })}
        </time>
      )}
      {state === 'waiting' && targetGameId !== null && <Link to={gamePath(targetGameId)}>{t('target')}</Link>}
    </>
  );
}

function Why({ contribution: { reason } }: { contribution: Contribution }) {
  const { t } = useTranslation('contributions');
  return <p>{reason === '' ? t('whyDeleted') : t('why', { reason })}</p>;
}
