// Holds the text of a search field. The URL is updated when typing pauses.
import { useEffect, useEffectEvent, useState } from 'react';

const pauseMs = 150;

export function useTypedSearch(search: string, onPause: (text: string) => void) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState({ search, own: search });
  // Something other than the field has changed the URL: a link, Back, or clearing all filters.
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
    const timer = setTimeout(() => publish(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search]);
  return [typed, setTyped] as const;
}
