// `/requests/{id}`: one request, with its comments.
import type { GameRequest } from '@cellar/contract/club/requests.endpoints.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconHeartOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { RequestComments, RequestDetail } from '#club/requests/request-detail.tsx';
import styles from '#club/requests/requests.module.css';
import { requestQuery } from '#club/requests/requests.queries.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { useSession } from '#people/auth/session-context.ts';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import { keepFocus } from '#ui/keep-focus.ts';

const RequestActions = lazyComponent(
  async () => (await import('#club/requests/request-actions.tsx')).RequestActions,
);

export function RequestPage() {
  const { t } = useTranslation('requests');
  const { id = '' } = useParams();
  const query = useQuery(requestQuery(useApi(), id));
  return (
    <div ref={keepFocus} className={styles.page}>
      <PageTitle>{query.data?.title ?? t('title')}</PageTitle>
      <Back />
      {query.data ? (
        <Request request={query.data} />
      ) : query.error?.code === 'not_found' ? (
        <StateMessage
          heading="h1"
          icon={<IconHeartOff size={32} stroke={1.4} />}
          title={t('gone.title')}
          text={t('gone.text')}
        >
          <Button component={Link} to={paths.requests}>
            {t('back')}
          </Button>
        </StateMessage>
      ) : query.isError ? (
        <LoadFailed heading="h1" title={t('loadFailedOne')} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingList label={t('loading')} height="13.5rem" />
      )}
    </div>
  );
}

function Request({ request }: { request: GameRequest }) {
  const isAdmin = useSession()?.isAdmin ?? false;
  const navigate = useNavigate();
  const handleDeleted = () => void navigate(paths.requests, { replace: true });
  const { isOwn, votes, hasVoted } = request;
  return (
    <>
      <RequestDetail
        request={request}
        actions={
          isAdmin && (
            <Suspense>
              <RequestActions request={request} onDeleted={handleDeleted} />
            </Suspense>
          )
        }
        mayDelete={isOwn && !isAdmin && votes - (hasVoted ? 1 : 0) === 0}
        onDeleted={handleDeleted}
      />
      <RequestComments request={request} isAdmin={isAdmin} />
    </>
  );
}

function Back() {
  const { t } = useTranslation('requests');
  return (
    <Button
      component={Link}
      to={paths.requests}
      variant="subtle"
      size="compact-md"
      leftSection={<IconArrowLeft size={17} stroke={1.7} />}
    >
      {t('back')}
    </Button>
  );
}
