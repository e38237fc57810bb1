// Stands where a page will be, once that has taken a moment. Used while its code or the site's first answer is on its way.
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
