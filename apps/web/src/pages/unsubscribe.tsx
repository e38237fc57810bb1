// `/unsubscribe?token=`: the target of the unsubscribe link in emails about new games.
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { InvalidUnsubscribe, Unsubscribe } from '#people/account/unsubscribe.tsx';
import { keepFocus } from '#ui/keep-focus.ts';

export function UnsubscribePage() {
  const { t } = useTranslation('unsubscribe');
  const [params] = useSearchParams();
  const token = params.get('token')?.trim();
  return (
    <div ref={keepFocus}>
      <PageTitle>{t('title')}</PageTitle>
      {token ? <Unsubscribe key={token} token={token} /> : <InvalidUnsubscribe />}
    </div>
  );
}
