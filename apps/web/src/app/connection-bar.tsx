// A bar on every page while the site is unreachable or hidden behind something else, has a newer version, or part of the page could
// not be loaded.
import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ConnectionState } from '#lib/connection.ts';
import { useConnection } from '#lib/use-connection.ts';
import styles from './connection-bar.module.css';

export function ConnectionBar() {
  const { t } = useTranslation();
  const trouble = troubleOf(useConnection());
  const mayReload = trouble !== undefined && trouble !== 'unreachable' && trouble !== 'offline';
  const Icon = mayReload ? IconRefresh : IconCloudOff;
  return (
    // Always rendered, because screen readers announce only changes inside an existing live region.
    <div role="status" className={styles.live}>
      {trouble && (
        <div className={styles.bar}>
          <span className={styles.message}>
            <Icon size={18} className={styles.icon} aria-hidden />
            <span>{t(`connection.${trouble}`)}</span>
          </span>
          {mayReload && (
            <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
              {t(trouble === 'outdated' ? 'connection.newVersion' : 'crash.reload')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function troubleOf({ isOffline, isForeign, asksPassword, isOutdated, isIncomplete }: ConnectionState) {
  if (isOffline) return navigator.onLine ? 'unreachable' : 'offline';
  if (asksPassword) return 'password';
  if (isForeign) return 'foreign';
  if (isOutdated) return 'outdated';
  return isIncomplete ? 'incomplete' : undefined;
}
