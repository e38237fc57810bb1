// What contributors have added, for admins: to accept, edit or decline.
import type { Contribution } from '@cellar/contract/club/contributions.endpoints.ts';
import { Button, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath, adminParts } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Segments } from '#ui/fields/segments.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import {
  ContributionList,
  ContributionRow,
  contributionsQuery,
  type ShownContributions,
  waitingContributionsQuery,
} from './contribution-list.tsx';

/** `onGamesChanged`: called when a contribution was accepted. */
export function ReviewContributions({ onGamesChanged }: { onGamesChanged(): void }) {
  const { t } = useTranslation('contributions');
  const [show, setShow] = useState<ShownContributions>('waiting');
  const [page, setPage] = useState(1);
  const [isOpened, setOpened] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const query = useQuery(contributionsQuery(useApi(), show, page));
  const handleShow = (next: ShownContributions) => {
    setShow(next);
    setPage(1);
  };
  const handleShowAnswered = () => {
    handleShow('answered');
    setOpened(true);
  };
  const handleAnswered = () => {
    // The focused button disappears with its row.
    list.current?.focus();
    onGamesChanged();
  };
  if (query.isPending && !isOpened) return null;
  if (query.data?.waiting === 0 && !isOpened) return <AnsweredButton onClick={handleShowAnswered} />;
  return (
    <Section heading={t('review.heading')} lead={t('review.lead')} anchor={adminParts.contributions.id}>
      <Segments
        label={t('review.show')}
        value={show}
        data={[
          { value: 'waiting', label: t('review.waiting') },
          { value: 'answered', label: t('review.answered') },
        ]}
        onChange={handleShow}
      />
      <ContributionList
        ref={list}
        query={query}
        page={page}
        onPage={setPage}
        label={t('review.heading')}
        emptyText={t(show === 'waiting' ? 'review.empty' : 'review.emptyAnswered')}
        renderRow={(contribution) => (
          <ContributionRow
            contribution={contribution}
            hasContributor
            actions={
              contribution.state === 'waiting' && (
                <Actions contribution={contribution} onAnswered={handleAnswered} />
              )
            }
          />
        )}
      />
    </Section>
  );
}

/** A line while nothing waits. Renders nothing if nothing has ever been contributed. */
function AnsweredButton({ onClick }: { onClick(): void }) {
  const { t } = useTranslation('contributions');
  const { data } = useQuery(contributionsQuery(useApi(), 'answered', 1));
  if (!data || data.contributions.length === 0) return null;
  return (
    <Button className={layout.atStart ?? ''} variant="subtle" size="sm" onClick={onClick}>
      {t('review.showAnswered')}
    </Button>
  );
}

function Actions({ contribution, onAnswered }: { contribution: Contribution; onAnswered(): void }) {
  const { t } = useTranslation('contributions');
  const { _id: id, title, files, gameId } = contribution;
  return (
    <Group justify="flex-end" gap="var(--space-2)" ml="auto">
      <AnswerButtons id={id} title={title} files={files.length} onAnswered={onAnswered} />
      {gameId !== null && (
        <Button
          component={Link}
          to={adminGamePath(gameId)}
          variant="subtle"
          size="sm"
          leftSection={<IconPencil size={17} />}
          aria-label={t('review.editName', { title })}
        >
          {t('review.edit')}
        </Button>
      )}
    </Group>
  );
}

// The number of contributions that wait for an admin, shown on the tab of Game Management.

export function ContributionsBadge() {
  const { t } = useTranslation('contributions');
  const { data: total = 0 } = useQuery(waitingContributionsQuery(useApi()));
  if (total === 0) return null;
  return (
    <span title={t('review.total', { total })}>
      <Badge tone="accent">{total}</Badge>
    </span>
  );
}
