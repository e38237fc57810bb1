// The second step of the setup: whether there is to be a mail server, and which.
import { Button, Flex, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Panel } from '#ui/panel.tsx';
import { MailServerForm } from './mail-server-form.tsx';
import { mailServerQuery } from './mail-server-values.ts';

/** `onDone` is called after the server was saved or skipped. The settings must be in the cache. */
export function SetupMailServer({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('mailServer');
  const { data } = useQuery(mailServerQuery(useApi()));
  const [isWanted, setWanted] = useState(false);
  if (!data) return null;
  return (
    <Panel heading={t('setup.heading')} lead={t('setup.lead')}>
      {isWanted ? (
        <MailServerForm
          settings={data}
          onSaved={onDone}
          footer={(isSaving) => (
            <Flex direction="column" gap="var(--space-2)">
              <Button type="submit" loading={isSaving} fullWidth>
                {t('setup.save')}
              </Button>
              <Button variant="default" disabled={isSaving} fullWidth onClick={onDone}>
                {t('setup.skip')}
              </Button>
            </Flex>
          )}
        />
      ) : (
        <Flex direction="column" gap="var(--space-2)">
          <Button variant="default" fullWidth autoFocus onClick={() => setWanted(true)}>
            {t('setup.want')}
          </Button>
          <Button variant="default" fullWidth onClick={onDone}>
            {t('setup.skip')}
          </Button>
          <Text c="dimmed" size="sm" ta="center">
            {t('setup.later')}
          </Text>
        </Flex>
      )}
    </Panel>
  );
}
