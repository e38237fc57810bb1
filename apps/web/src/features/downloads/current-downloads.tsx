// The Current Downloads tab of the account page: what the member downloads, on whatever tab or device it was begun.
import { Button } from '@mantine/core';
import { IconDownloadOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Section } from '#ui/section.tsx';
import { CurrentDownload } from './current-download.tsx';
import { useDownloads, useDownloadTracker } from './use-downloads.ts';

/** What another device begins is seen so soon, while somebody looks. */
const lookMs = 3000;

export function CurrentDownloads() {
  const { t } = useTranslation('myDownloads');
  const downloads = useDownloads();
  useLooking();
  return (
    <Section heading={t('current.heading')} lead={t('current.lead')}>
      {downloads.length === 0 ? (
        <StateMessage
          icon={<IconDownloadOff size={30} stroke={1.5} />}
          heading="h3"
          title={t('current.emptyTitle')}
          text={t('current.empty')}
        >
          <Button component={Link} to={paths.games} variant="default">
            {t('current.toGames')}
          </Button>
        </StateMessage>
      ) : (
        <ul className={entries.list} aria-label={t('current.heading')}>
          {downloads.map((download) => (
            <li key={download.id}>
              <CurrentDownload download={download} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function useLooking(): void {
  const tracker = useDownloadTracker();
  useEffect(() => {
    void tracker.look();
    const timer = setInterval(() => void tracker.look(), lookMs);
    return () => clearInterval(timer);
  }, [tracker]);
}
