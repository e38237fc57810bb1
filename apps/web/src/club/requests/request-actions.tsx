// What admins decide about a request. Accepting and the like are taken back in the same menu; answers and deletions ask first, because
// members are told of them.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { GameRequest, RequestDecision } from '@cellar/contract/club/requests.endpoints.ts';
import { isWaiting } from '@cellar/contract/club/rules/requests.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Menu, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { ReasonDialog } from '#ui/dialogs/dialog-form.tsx';
import layout from '#ui/layout.module.css';
import { MoreMenu } from '#ui/more-menu.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import known from './candidate-choice.module.css';
import styles from './requests.module.css';
import { sameGamesQuery, useDeleteRequest, usePutRequest } from './requests.queries.ts';

type Asked = 'decline' | 'fulfil' | 'delete';

export interface RequestActionsProps {
  request: GameRequest;
  onDeleted(): void;
}

export function RequestActions({ request, onDeleted }: RequestActionsProps) {
  const { t } = useTranslation('requests');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const decide = useDecide(request, close);
  const remove = useDeleteRequest(request, onDeleted);
  const { title, state } = request;
  return (
    <>
      <MoreMenu
        label={t('admin.actions', { title })}
        variant="default"
        isLoading={decide.isPending && asked === undefined}
      >
        {state !== 'accepted' && isWaiting(state) && (
          <Menu.Item onClick={() => decide.mutate({ state: 'accepted' })}>{t('admin.accept')}</Menu.Item>
        )}
        {state !== 'on_its_way' && isWaiting(state) && (
          <Menu.Item onClick={() => decide.mutate({ state: 'on_its_way' })}>{t('admin.onItsWay')}</Menu.Item>
        )}
        {state !== 'open' && (
          <Menu.Item onClick={() => decide.mutate({ state: 'open' })}>
            {t(isWaiting(state) ? 'admin.undecide' : 'admin.reopen')}
          </Menu.Item>
        )}
        {isWaiting(state) && (
          <>
            <Menu.Item onClick={() => setAsked('fulfil')}>{t('admin.fulfil')}</Menu.Item>
            <Menu.Item onClick={() => setAsked('decline')}>{t('admin.decline')}</Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item data-danger onClick={() => setAsked('delete')}>
          {t('admin.delete')}
        </Menu.Item>
      </MoreMenu>
      {asked === 'decline' && (
        <ReasonDialog
          heading={t('admin.declineHeading', { title })}
          label={t('admin.reason')}
          hint={t('admin.reasonHint')}
          maxLength={limits.requestReasonMax}
          confirmLabel={t('admin.declineConfirm')}
          isBusy={decide.isPending}
          onConfirm={(reason) => decide.mutate({ state: 'declined', reason })}
          onClose={close}
        />
      )}
      {asked === 'fulfil' && (
        <FulfilDialog
          title={title}
          isBusy={decide.isPending}
          onFulfil={(gameId) => decide.mutate({ state: 'fulfilled', gameId })}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={asked === 'delete'}
        question={t('delete.question', { title })}
        text={t('delete.adminText')}
        confirmLabel={t('delete.confirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        onCancel={close}
      />
    </>
  );
}

function useDecide({ _id: id, title }: GameRequest, onDone: () => void) {
  const { t } = useTranslation('requests');
  const client = useApi();
  const cache = useQueryClient();
  const put = usePutRequest();
  return useMutation({
    mutationFn: (decision: RequestDecision) =>
      client.call(adminApi.decideRequest, { params: { id }, body: decision }),
    onSuccess: async (request) => {
      toast.success(t('done.decided', { title, state: t(`state.${request.state}`) }));
      onDone();
      put(request);
      // The request may belong to another list now.
      await cache.invalidateQueries({ queryKey: queryKeys.requests.lists });
    },
    onError: (error) => toast.error(errorText(error, t('failed.decide'))),
  });
}

interface FulfilDialogProps {
  title: string;
  isBusy: boolean;
  onFulfil(gameId: string): void;
  onClose(): void;
}

const pauseMs = 200;

/** Chooses the game that fulfils a request. */
function FulfilDialog({ title, isBusy, onFulfil, onClose }: FulfilDialogProps) {
  const { t } = useTranslation('requests');
  const [typed, setTyped] = useState(title);
  const search = useDebouncedValue(typed, pauseMs)[0];
  const query = useQuery({ ...sameGamesQuery(useApi(), search), placeholderData: keepPreviousData });
  const games = query.data?.games ?? [];
  return (
    <Dialog heading={t('admin.fulfilHeading', { title })} keepsText onClose={onClose}>
      <div className={layout.stack4}>
        <p className={layout.dim}>{t('admin.fulfilHint')}</p>
        <TextInput
          data-autofocus
          type="search"
          size="md"
          aria-label={t('admin.findGame')}
          leftSection={<IconSearch size={18} stroke={1.7} />}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={styles.found} role="status">
          {query.isSuccess && games.length === 0 && <p className={layout.dim}>{t('admin.noGame')}</p>}
          <ul className={layout.stack2}>
            {games.map(({ _id, title: name, boxArtUrl, platforms }) => (
              <li key={_id} className={known.entry}>
                <div className={known.knownGamesCover}>
                  <Cover title={name} url={boxArtUrl} sizes="2.25rem" />
                </div>
                <span className={`${known.name} ${styles.name}`}>
                  {name}
                  <span className={layout.small}>{platforms.join(', ')}</span>
                </span>
                <Button
                  variant="default"
                  size="compact-md"
                  disabled={isBusy}
                  aria-label={t('admin.chooseName', { title: name })}
                  onClick={() => onFulfil(_id)}
                >
                  {t('admin.choose')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  );
}
