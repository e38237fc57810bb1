// Shown after a short delay while the code of a page or the first response of the site is loading.
import { useTranslation } from 'react-i18next';
import styles from './page-loading.module.css';

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <p className={styles.loading} role="status">
      {t('loading')}
    </p>
  );
}
