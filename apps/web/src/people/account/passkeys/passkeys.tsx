// The account's section on passkeys: a list, and the button that adds one.
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { Passkey } from '@cellar/contract/people/passkeys.ts';
import { deviceOf } from '@cellar/contract/people/rules/devices.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { createPasskey, type PasskeyError } from '#lib/passkeys/ceremony.ts';
import { passkeysQuery } from '#lib/passkeys/list.ts';
import { passkeyObstacle } from '#lib/passkeys/obstacle.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { toastPasskeyFailure } from '#ui/toasts/toast-passkey.ts';
import { PasskeyRow } from './passkey-row.tsx';
import styles from './passkeys.module.css';

export function Passkeys({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('passkeys');
  const query = useQuery(passkeysQuery(useApi()));
  return (
    <Section heading={t('heading')} lead={t(hasPassword ? 'lead' : 'leadWithoutPassword')} anchor="passkeys">
      {query.data ? (
        <Loaded {...query.data} />
      ) : query.isError ? (
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="6rem" />
      )}
    </Section>
  );
}

function Loaded({ passkeys, host }: { passkeys: Passkey[]; host: string | null }) {
  const { t } = useTranslation('passkeys');
  const obstacle = obstacleAt(host);
  return (
    <div className={styles.parts}>
      {passkeys.length > 0 ? (
        <ul className={styles.list} aria-label={t('heading')}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} isHere={passkey.host === host} />
          ))}
        </ul>
      ) : (
        <p className={styles.dim}>{t('empty')}</p>
      )}
      {obstacle ? (
        <p className={styles.dim}>{t(`obstacle.${obstacle}`, { host })}</p>
      ) : passkeys.length >= limits.passkeys ? (
        <p className={styles.dim}>{t('full')}</p>
      ) : (
        <AddPasskey />
      )}
    </div>
  );
}

/** `elsewhere`: the site's passkeys belong to a host name that is not the one of this page. */
function obstacleAt(host: string | null) {
  const obstacle = passkeyObstacle();
  if (obstacle) return obstacle;
  if (host === null) return 'address';
  return host === window.location.hostname ? undefined : 'elsewhere';
}

function AddPasskey() {
  const { t } = useTranslation(['passkeys', 'account']);
  const client = useApi();
  const queryClient = useQueryClient();
  const add = useMutation<Passkey, ApiError | PasskeyError, void>({
    mutationFn: async () => {
      const options = await client.call(deferredApi.askForNewPasskey);
      const credential = await createPasskey(options);
      const { browser, system } = deviceOf(navigator.userAgent);
      const name =
        browser && system ? t('account:sessions.device', { browser, system }) : t('account:sessions.unknown');
      return client.call(deferredApi.addPasskey, { body: { name, credential } });
    },
    onSuccess: ({ name }) => toast.success(t('added', { name })),
    onError: toastPasskeyFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.account.all }),
  });
  return (
    <Button
      leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      {t('add')}
    </Button>
  );
}
