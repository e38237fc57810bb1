// Keeps a list's filter in the URL, so that a reload or a shared link shows the same list.
import { useSearchParams } from 'react-router';

type Changes = Record<string, string | number | undefined | readonly (string | number)[]>;

/** The highest page number that the server accepts. */
const lastPage = 1_000_000;

/** Returns the page number, or 1 if it is missing or invalid. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isSafeInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** Returns the parameters with these changes. Empty values and page 1 are omitted. A list repeats its parameter. */
export function withParams(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    if (Array.isArray(value)) for (const one of value) next.append(name, String(one));
    else if (value && value !== 1) next.set(name, String(value));
  }
  return next;
}

/** `change` returns to page 1 unless it sets the page. */
export function useUrlFilter<Filter extends { page: number }>(read: (params: URLSearchParams) => Filter) {
  const [params, setParams] = useSearchParams();
  return {
    filter: read(params),
    change(part: Partial<Filter>, options: { replace: boolean } = { replace: true }): void {
      // Reads the current address, because `params` may be outdated if two changes happen between two renders.
      const now = new URLSearchParams(window.location.search);
      setParams(withParams(now, { page: 1, ...(part as Changes) }), options);
    },
  };
}
