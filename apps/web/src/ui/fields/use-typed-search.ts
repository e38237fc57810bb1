// The text in a search field, which the URL follows once typing pauses. Used by the catalogue and the filters of the
// admin's lists.
import { useEffect, useEffectEvent, useState } from 'react';

const pauseMs = 150;

export function useTypedSearch(search: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState({ search, own: search });
  // Changed by something else than the field: by a link, by going back, by clearing all filters.
  if (known.search !== search) {
    if (known.own !== search) setTyped(search);
    setKnown({ search, own: search });
  }
  const settle = useEffectEvent(() => {
    setKnown({ ...known, own: typed });
    onSettled(typed);
  });
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(settle, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search]);
  return [typed, setTyped] as const;
}
