// The top of the home page. The page provides its buttons.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '#ui/brand-mark.tsx';
import { CoverWall } from '#ui/covers/cover-wall.tsx';
import styles from './home-hero.module.css';
import { useSiteName } from './page-title.tsx';

export function HomeHero({ children }: { children: ReactNode }) {
  const { t } = useTranslation('site');
  const siteName = useSiteName();
  return (
    <section className={styles.hero}>
      <CoverWall />
      <div className={styles.words}>
        <BrandMark size={72} />
        <h1 className={styles.title}>{siteName}</h1>
        <p className={styles.lead}>{t('home.lead')}</p>
        <div className={styles.buttons}>{children}</div>
      </div>
    </section>
  );
}
