// Shown on a game page without a game: loading, not found, or no response.
import { IconCloudOff, IconMoodEmpty } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#admin/site/page-title.tsx';
import { GameViewSkeleton } from '#games/game/game-view.tsx';
import type { ApiError } from '#lib/api-error.ts';
import { RetryButton, StateMessage } from '#ui/feedback/messages.tsx';

export interface GameStateProps {
  /** The id in the URL, if there is one. */
  id: string | undefined;
  error: ApiError | null;
  back: ReactNode;
  onRetry(): void;
}

export function GameState({ id, error, back, onRetry }: GameStateProps) {
  const { t } = useTranslation('game');
  if (!id) return <Message title={t('page.invalidId')} text={t('page.invalidIdText')} action={back} />;
  if (!error) return <Loading />;
  // The server answers 400 for a malformed id.
  if (error.status === 404 || error.status === 400) {
    return <Message title={t('page.notFound')} text={t('page.notFoundText')} action={back} />;
  }
  const retry = (
    <>
      <RetryButton onClick={onRetry} />
      {back}
    </>
  );
  return <Message isFailure title={t('page.loadFailed')} text={t('page.loadFailedText')} action={retry} />;
}

function Loading() {
  const { t } = useTranslation('game');
  return (
    <>
      <PageTitle>{t('page.title')}</PageTitle>
      <GameViewSkeleton place="page" />
    </>
  );
}

interface MessageProps {
  title: string;
  text: string;
  action: ReactNode;
  isFailure?: boolean;
}

function Message({ title, text, action, isFailure }: MessageProps) {
  const Icon = isFailure ? IconCloudOff : IconMoodEmpty;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <StateMessage isError heading="h1" icon={<Icon size={30} stroke={1.5} />} title={title} text={text}>
        {action}
      </StateMessage>
    </>
  );
}
