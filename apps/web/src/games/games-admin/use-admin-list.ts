// Reads the state of the table from the address, and writes it there.
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { type AdminList, adminListOf, lastAdminList, paramsOf } from './admin-list.ts';

export function useAdminList() {
  const [params, setParams] = useSearchParams();
  const list = useMemo(() => adminListOf(params), [params]);
  useEffect(() => lastAdminList.set(list), [list]);
  /** Replaces the history entry, so that Back leaves the page instead of undoing filters. */
  function change(part: Partial<AdminList>): void {
    // The page that a link leads to may still be loading.
    if (window.location.pathname !== paths.admin) return;
    // Reads the current address, because `list` may be outdated if two changes happen between two renders.
    const now = adminListOf(new URLSearchParams(window.location.search));
    setParams(paramsOf({ ...now, ...part }), { replace: true, preventScrollReset: true });
  }
  return { list, change };
}
