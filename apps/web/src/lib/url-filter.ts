// The filter of a list in the URL, so that a reload or a shared link shows the same list.
import { useSearchParams } from 'react-router';

type Changes = Record<string, string | number | undefined>;

/** The highest page number that the server accepts. */
const lastPage = 1_000_000;

/** The number in `page`; 1 when there is none, or something else. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isSafeInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** The parameters with these values. Empty values and page 1 are left out. */
export function withParams(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value && value !== 1) next.set(name, String(value));
    else next.delete(name);
  }
  return next;
}

/** `change` leads back to page 1 unless it changes the page itself. */
export function useUrlFilter<Filter extends { page: number }>(read: (params: URLSearchParams) => Filter) {
  const [params, setParams] = useSearchParams();
  return {
    filter: read(params),
    change(part: Partial<Filter>, options: { replace: boolean } = { replace: true }): void {
      // Reads the address itself, because `params` may be outdated when two changes come between two renders.
      const now = new URLSearchParams(window.location.search);
      setParams(withParams(now, { page: 1, ...(part as Changes) }), options);
    },
  };
}
