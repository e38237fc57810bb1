// The list of accounts, with search, filter and pages.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Pager, useLastPage } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { useUsersFilter } from './use-users-filter.ts';
import { UserList } from './user-list.tsx';
import { usersQuery } from './users.queries.ts';
import { UsersFilterBar } from './users-filter-bar.tsx';

/** `ownId` is the current admin's id. Their own row has no actions that would lock them out. */
export function Users({ ownId }: { ownId: string }) {
  const { t } = useTranslation('users');
  const { filter, change } = useUsersFilter();
  const query = useQuery(usersQuery(useApi(), filter));
  const totalPages = query.data?.totalPages ?? 1;
  useLastPage({
    page: filter.page,
    totalPages: query.isPlaceholderData ? undefined : query.data?.totalPages,
    onPage: (page) => change({ page }),
  });
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <UsersFilterBar filter={filter} total={query.data?.totalUsers} onChange={change} />
      <UserList query={query} ownId={ownId} onReset={() => change({ search: '', state: undefined })} />
      <Pager
        page={filter.page}
        totalPages={totalPages}
        label={t('pager.label')}
        onPage={(page) => change({ page })}
      />
    </Section>
  );
}
