// `/`: what this is, and the ways in.
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { useSession } from '#features/auth/session-context.ts';
import { HomeHero } from '#features/site/home-hero.tsx';
import { PageTitle } from '#features/site/page-title.tsx';

export function HomePage() {
  const { t } = useTranslation('site');
  const session = useSession();
  return (
    <>
      <PageTitle>{t('home.title')}</PageTitle>
      <HomeHero>
        {session ? (
          <Button component={Link} to={paths.games} size="lg" rightSection={<IconArrowRight size={20} />}>
            {t('home.games')}
          </Button>
        ) : (
          <Button component={Link} to={paths.login} size="lg" rightSection={<IconArrowRight size={20} />}>
            {t('home.login')}
          </Button>
        )}
      </HomeHero>
    </>
  );
}
