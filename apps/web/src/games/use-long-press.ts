// Long presses on rows by touch, which select.
import { type PointerEvent, useEffect, useRef } from 'react';

const pressMs = 500;
/** A finger that moves farther, in pixels, scrolls. */
const tolerance = 10;

interface LongPressOptions {
  /** Whether a long press on this does anything. */
  isPressable(target: EventTarget): boolean;
  onPress(target: EventTarget): void;
}

/** `wasPressed` tells whether a click comes from a long press and is to be ignored. Clicks of keys and gamepads never do. */
export function useLongPress({ isPressable, onPress }: LongPressOptions) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const pressed = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    wasPressed: ({ detail }: { detail: number }) => detail > 0 && pressed.current,
    handlers: {
      onPointerDown(event: PointerEvent) {
        stop();
        pressed.current = false;
        if (event.pointerType !== 'touch' || !isPressable(event.target)) return;
        const { target, clientX: x, clientY: y } = event;
        start.current = { x, y };
        timer.current = setTimeout(() => {
          pressed.current = true;
          onPress(target);
        }, pressMs);
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const { x, y } = start.current;
        if (Math.hypot(clientX - x, clientY - y) > tolerance) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      // Otherwise a long press on a link opens the browser's menu.
      onContextMenu(event: { preventDefault(): void }) {
        if (pressed.current) event.preventDefault();
      },
    },
  };
}
