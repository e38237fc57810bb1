// Which game of the grid shows its facts and actions: the focused one, or the one under the mouse once it rests there.
import { useCallback, useEffect, useRef, useState } from 'react';

/** A mouse that moves on sooner, or a list that scrolls under it, shows nothing. */
const restMs = 120;

export function usePeek() {
  const [index, setIndex] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onHover = useCallback((next: number | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIndex(next), restMs);
  }, []);
  const onFocus = useCallback((next: number) => {
    clearTimeout(timer.current);
    setIndex(next);
  }, []);
  const onBlur = useCallback(() => {
    clearTimeout(timer.current);
    setIndex(undefined);
  }, []);
  return { index, onHover, onFocus, onBlur };
}
