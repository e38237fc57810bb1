// Sets the title of the browser tab to the page's title and the site's name.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services-context.ts';
import { siteQuery } from './site.queries.ts';

/** What the server has written into the page: it is there before any answer, and without a connection. */
const nameInPage = document.title.split(' · ').at(-1) || 'Cellar';

export function useSiteName(): string {
  return useQuery(siteQuery(useApi())).data?.name ?? nameInPage;
}

export function PageTitle({ children }: { children: string }) {
  const siteName = useSiteName();
  return <title>{`${children} · ${siteName}`}</title>;
}
