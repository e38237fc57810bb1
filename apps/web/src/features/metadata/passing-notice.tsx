// An error about metadata: gone after five seconds. Used by the picker.
import { limits } from '@cellar/contract/rules/limits.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Notice } from '#ui/notice.tsx';

/** With another `key` it is shown anew. */
export function PassingNotice({ children }: { children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), limits.metadataErrorMs);
    return () => clearTimeout(timer);
  }, []);
  return isOver ? null : <Notice kind="error">{children}</Notice>;
}
