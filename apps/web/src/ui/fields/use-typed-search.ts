// The text of a search field. The URL follows it once typing pauses.
import { useEffect, useEffectEvent, useState } from 'react';

const pauseMs = 150;

export function useTypedSearch(search: string, onPause: (text: string) => void) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState({ search, own: search });
  // The URL was changed by something other than the field: a link, Back, or clearing all filters.
  if (known.search !== search) {
    if (known.own !== search) setTyped(search);
    setKnown({ search, own: search });
  }
  const publish = useEffectEvent(() => {
    setKnown({ ...known, own: typed });
    onPause(typed);
  });
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(publish, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search]);
  return [typed, setTyped] as const;
}
