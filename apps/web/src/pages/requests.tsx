// `/requests`: what members wish for. `?new=Title` opens the dialog that requests a game.
import type { GameRequest } from '@cellar/contract/club/requests.endpoints.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import styles from '#club/requests/requests.module.css';
import { Requests } from '#club/requests/requests.tsx';
import { lazyComponent } from '#lib/lazy-code.ts';
import { requestPath } from '#lib/paths.ts';
import { useSession } from '#people/auth/session-context.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import { PageHead } from '#ui/section.tsx';

const NewRequest = lazyComponent(async () => (await import('#club/requests/new-request.tsx')).NewRequest);
const RequestActions = lazyComponent(
  async () => (await import('#club/requests/request-actions.tsx')).RequestActions,
);

export function RequestsPage() {
  const { t } = useTranslation('requests');
  const isAdmin = useSession()?.isAdmin ?? false;
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const wished = params.get('new');
  const setWished = (title: string | undefined) =>
    setParams((now) => {
      if (title === undefined) now.delete('new');
      else now.set('new', title);
      return now;
    });
  const handleNew = () => setWished(params.get('search') ?? '');
  const actionsOf = (request: GameRequest) =>
    isAdmin && (
      <Suspense>
        <RequestActions request={request} onDeleted={() => undefined} />
      </Suspense>
    );
  return (
    <div ref={keepFocus} className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        action={
          <Button leftSection={<IconPlus size={18} />} onClick={handleNew}>
            {t('new')}
          </Button>
        }
      />
      <Requests isAdmin={isAdmin} actionsOf={actionsOf} />
      <Suspense>
        {wished !== null && (
          <NewRequest
            title={wished.slice(0, 200)}
            onCreated={(request) => void navigate(requestPath(request._id), { replace: true })}
            onClose={() => setWished(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}
