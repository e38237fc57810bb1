// The platforms that admins have added to the fixed list, with a form, and presets to add with one click.
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Flex, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { ownPlatformsQuery } from '#lib/own-platforms.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/section.tsx';
import { emptyPlatform, PlatformDialog, type PlatformDraft } from './platform-dialog.tsx';
import { PlatformList } from './platform-list.tsx';
import { PlatformPresets } from './platform-presets.tsx';

export function PlatformSettings() {
  const { t } = useTranslation('platforms');
  // Refetched to show changes by other admins, and the current number of games.
  const query = useQuery({ ...ownPlatformsQuery(useApi()), staleTime: 0 });
  const [draft, setDraft] = useState<PlatformDraft>();
  const platforms = query.data;
  const isFull = platforms !== undefined && platforms.length >= limits.ownPlatforms;
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height="12rem" />
        </div>
      )}
      {query.isError && !platforms && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {platforms && (
        <Flex direction="column" gap="var(--space-4)">
          {platforms.length === 0 ? (
            <Text c="dimmed">{t('empty')}</Text>
          ) : (
            <PlatformList
              platforms={platforms}
              onEdit={({ _id, name, aliases, icon }) =>
                setDraft({ _id, name, aliases: aliases.join(', '), icon })
              }
            />
          )}
          {isFull && <Notice kind="info">{t('full', { count: limits.ownPlatforms })}</Notice>}
          <Button
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={18} />}
            disabled={isFull}
            onClick={() => setDraft(emptyPlatform)}
          >
            {t('add')}
          </Button>
          <PlatformPresets platforms={platforms} isFull={isFull} />
        </Flex>
      )}
      {draft && <PlatformDialog first={draft} onClose={() => setDraft(undefined)} />}
    </Section>
  );
}
