// The list of own platforms in their order, with buttons to move, edit and delete each.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { OwnPlatform, PlatformContent } from '@cellar/contract/games/platforms.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Flex, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { ownPlatformsQuery } from '#lib/own-platforms.ts';
import { platformGamesPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import layout from '#ui/layout.module.css';
import {
  EntryButtons,
  type EntryButtonsProps,
  SortableHandle,
  SortableList,
  useSortableItem,
} from '#ui/lists/sortable-list.tsx';
import { OwnPlatformIcon } from '#ui/own-platform-icon.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './platforms.module.css';

export interface PlatformListProps {
  platforms: OwnPlatform[];
  onEdit(platform: OwnPlatform): void;
}

const keyOf = ({ _id }: OwnPlatform) => _id;

export function PlatformList({ platforms, onEdit }: PlatformListProps) {
  const { t } = useTranslation('platforms');
  const list = useRef<HTMLDivElement>(null);
  const order = useOrderPlatforms();
  const [unwanted, setUnwanted] = useState<OwnPlatform>();
  const move = (from: number, to: number) => {
    const moved = platforms.toSpliced(from, 1);
    order.mutate(moved.toSpliced(to, 0, ...platforms.slice(from, from + 1)));
  };
  const finish = () => {
    setUnwanted(undefined);
    // The focused delete button may have disappeared.
    list.current?.focus();
  };
  return (
    <div ref={list} tabIndex={-1}>
      <SortableList
        items={platforms}
        keyOf={keyOf}
        label={t('list.label')}
        className={styles.list}
        instructions={t('drag.instructions')}
        announce={(moment, { name }, _from, to) =>
          t(`drag.${moment}`, { name, position: to + 1, total: platforms.length })
        }
        onMove={(_platform, from, to) => move(from, to)}
      >
        {(platform, index, say) => (
          <PlatformRow
            key={platform._id}
            platform={platform}
            index={index}
            isLast={index === platforms.length - 1}
            onMove={(to) => {
              move(index, to);
              say(to);
            }}
            onEdit={() => onEdit(platform)}
            onDelete={() => setUnwanted(platform)}
          />
        )}
      </SortableList>
      {unwanted &&
        (unwanted.games > 0 ? (
          <UsedPlatform platform={unwanted} onClose={finish} />
        ) : (
          <DeleteQuestion platform={unwanted} onDone={finish} />
        ))}
    </div>
  );
}

interface UsedPlatformProps {
  platform: OwnPlatform;
  onClose(): void;
}

/** Says why the platform cannot be deleted, and where its games are. */
function UsedPlatform({ platform: { name, games }, onClose }: UsedPlatformProps) {
  const { t } = useTranslation('platforms');
  return (
    <Dialog heading={t('used.heading', { name })} onClose={onClose}>
      <Flex direction="column" align="flex-start" gap="var(--space-4)">
        <Text>{t('used.text', { count: games })}</Text>
        <Button component={Link} to={platformGamesPath(name)} variant="default">
          {t('used.show')}
        </Button>
      </Flex>
    </Dialog>
  );
}

function DeleteQuestion({ platform, onDone }: { platform: OwnPlatform; onDone(): void }) {
  const { t } = useTranslation('platforms');
  const remove = useDeletePlatform(onDone);
  return (
    <ConfirmDialog
      isOpen
      question={t('list.deleteQuestion', { name: platform.name })}
      text={t('list.deleteText')}
      confirmLabel={t('list.deleteConfirm')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(platform._id)}
      onCancel={onDone}
    />
  );
}

interface PlatformRowProps extends Omit<EntryButtonsProps, 'labels'> {
  platform: OwnPlatform;
}

function PlatformRow({ platform, ...buttons }: PlatformRowProps) {
  const { index } = buttons;
  const { t } = useTranslation('platforms');
  const { _id, name, aliases, icon, games } = platform;
  const { ref, handleRef, isDragging } = useSortableItem(_id, index);
  return (
    <li ref={ref} className={styles.row} data-dragging={isDragging || undefined}>
      <SortableHandle
        ref={handleRef}
        className={styles.handle}
        number={index + 1}
        label={t('list.drag', { order: index + 1, name })}
        role={t('drag.role')}
        isDragging={isDragging}
      />
      <span className={styles.icon}>
        <OwnPlatformIcon icon={icon} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.name}>{name}</h3>
        <p className={layout.small}>
          {games > 0 ? (
            <Link className={styles.games} to={platformGamesPath(name)}>
              {t('list.games', { count: games })}
            </Link>
          ) : (
            <span>{t('list.noGames')}</span>
          )}
          {aliases.length > 0 && <span> · {aliases.join(', ')}</span>}
        </p>
      </div>
      <EntryButtons
        labels={{
          up: t('list.up', { name }),
          down: t('list.down', { name }),
          edit: t('list.edit', { name }),
          delete: t('list.delete', { name }),
        }}
        {...buttons}
      />
    </li>
  );
}

// Mutations for the platforms, each of which reports its result.

type Saved = PlatformContent & { _id?: string };

/** Adds a new platform, or saves an existing one. The form shows errors of its fields; others are shown as a toast. */
export function useSavePlatform(onSaved?: () => void) {
  const { t } = useTranslation('platforms');
  const client = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ _id, name, aliases, icon }: Saved) => {
      const body = { name, aliases, icon };
      return _id === undefined
        ? client.call(adminApi.addPlatform, { body })
        : client.call(adminApi.changePlatform, { params: { id: _id }, body });
    },
    onSuccess: ({ name }, { _id }) => {
      toast.success(t(_id === undefined ? 'added' : 'saved', { name }), limits.messageMs);
      onSaved?.();
    },
    onError: (error, { _id }) => {
      const isAtField = onSaved && error.body?.issues;
      if (!isAtField) toast.error(errorText(error, t(_id === undefined ? 'addFailed' : 'saveFailed')));
    },
    onSettled: refresh,
  });
}

function useDeletePlatform(onSettled: () => void) {
  const { t } = useTranslation('platforms');
  const client = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => client.call(adminApi.deletePlatform, { params: { id } }),
    onSuccess: () => toast.success(t('deleted'), limits.messageMs),
    onError: (error) => toast.error(errorText(error, t('deleteFailed'))),
    onSettled: async () => {
      onSettled();
      await refresh();
    },
  });
}

/** Shows the new order at once, and refetches the list after saving. */
function useOrderPlatforms() {
  const { t } = useTranslation('platforms');
  const client = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    // Runs saves one after the other, so that the last move determines the stored order.
    scope: { id: 'order-platforms' },
    mutationKey: queryKeys.platforms.order,
    mutationFn: (platforms: OwnPlatform[]) =>
      client.call(adminApi.reorderPlatforms, { body: { platforms: platforms.map(({ _id }) => _id) } }),
    onMutate: async (platforms) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.platforms.list });
      queryClient.setQueryData(ownPlatformsQuery(client).queryKey, platforms);
    },
    onError: (error) => toast.error(errorText(error, t('reorderFailed'))),
    // While another move is pending, a refetched list would show an outdated order.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: queryKeys.platforms.order }) === 1 ? refresh() : undefined,
  });
}

/** Names and icons are also part of the games. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
    return queryClient.invalidateQueries({ queryKey: queryKeys.platforms.all });
  };
}
