// Holds the notice of an upload form. A passing notice disappears after a moment.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useEffect, useState } from 'react';

export function useNotice<Notice extends { isPassing?: boolean }>() {
  const [notice, setNotice] = useState<Notice>();
  useEffect(() => {
    if (!notice?.isPassing) return;
    const timer = setTimeout(() => setNotice(undefined), limits.messageMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice, setNotice] as const;
}
