// What a form of uploads says beside its button; what is only in passing goes after a moment.
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
