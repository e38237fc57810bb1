// `/`: introduces the site to visitors, with buttons to log in or request access. Members see the shelves of the library.
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { HomeHero } from '#admin/site/home-hero.tsx';
import { PageTitle } from '#admin/site/page-title.tsx';
import { siteQuery } from '#admin/site/site.queries.ts';
import { ShelfSkeletons } from '#club/home/shelf-skeletons.tsx';
import { lazyWithTexts } from '#i18n/language.ts';
import { paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import type { LoginState } from '#people/auth/login-state.ts';
import { useSession } from '#people/auth/session-context.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import styles from './home/member-home.module.css';

const MemberHome = lazyWithTexts(async () => (await import('./home/member-home.tsx')).MemberHome, 'member');

export function HomePage() {
  const { t } = useTranslation('site');
  return (
    <>
      <PageTitle>{t('home.title')}</PageTitle>
      {useSession() ? (
        <Suspense fallback={<Waiting />}>
          <MemberHome />
        </Suspense>
      ) : (
        <HomeHero>
          <VisitorButtons />
        </HomeHero>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Skeleton width="18rem" height="2.25rem" />
      </div>
      <ShelfSkeletons />
    </div>
  );
}

const requestAccess: LoginState = { isRegistering: true, isRequestAccess: true };

function VisitorButtons() {
  const { t } = useTranslation('site');
  const site = useQuery(siteQuery(useApi())).data;
  return (
    <>
      {site?.registrationEnabled && (
        <Button
          component={Link}
          to={paths.login}
          state={requestAccess}
          size="lg"
          rightSection={<IconArrowRight size={20} />}
        >
          {t('home.requestAccess')}
        </Button>
      )}
      <Button
        component={Link}
        to={paths.login}
        size="lg"
        variant={site?.registrationEnabled ? 'default' : 'filled'}
      >
        {t('home.login')}
      </Button>
    </>
  );
}
