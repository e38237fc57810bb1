// Renders the toasts at the top right, including above an open dialog. In the first load, because the first toast may say that
// the server cannot be reached.

import { CloseButton } from '@mantine/core';
import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { onTopLayerChange, topDialog } from '#ui/dialogs/top-layer.ts';
import layout from '../layout.module.css';
import { isBad, type Toast, toastIcons, toasts } from './toast.tsx';
import classes from './toasts.module.css';

export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  /** Why the timers are stopped. */
  const has = useRef({ pointer: false, focus: false });
  const note = (change: Partial<typeof has.current>) => {
    Object.assign(has.current, change);
    toasts.pause(has.current.pointer || has.current.focus);
  };
  // Removing a button that has the pointer fires no event. Another toast may be under the pointer now.
  const handleClosed = ({ clientX, clientY }: MouseEvent) => {
    const isOver = () => host.contains(document.elementFromPoint(clientX, clientY));
    requestAnimationFrame(() => note({ pointer: has.current.pointer && isOver() }));
  };
  // Nor does removing the toast that has the focus, which happens when a later text replaces it.
  useEffect(() => note({ focus: host.contains(document.activeElement) }));
  const bad = shown.filter(isBad);
  const good = shown.filter((toast) => !isBad(toast));
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches for the pointer and the focus
    <div
      className={classes.root}
      onPointerEnter={() => note({ pointer: true })}
      onPointerLeave={() => note({ pointer: false })}
      onFocus={() => note({ focus: true })}
      onBlur={() => note({ focus: false })}
    >
      {bad.map((toast) => (
        <ToastCard key={toast.subject} toast={toast} role="alert" onClosed={handleClosed} />
      ))}
      {/* Mounted before the first toast, because screen readers would not announce it otherwise. */}
      <div role="status" aria-atomic="false">
        {good.map((toast) => (
          <ToastCard key={toast.subject} toast={toast} onClosed={handleClosed} />
        ))}
      </div>
    </div>,
    host,
  );
}

interface ToastCardProps {
  toast: Toast;
  role?: 'alert';
  onClosed(click: MouseEvent): void;
}

function ToastCard({ toast, role, onClosed }: ToastCardProps) {
  const { t } = useTranslation();
  const card = useRef<HTMLDivElement>(null);
  // Animated by script, because CSS animations would restart when the toasts move into a dialog.
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const from = { opacity: 0, transform: 'translateX(1rem)' };
    card.current?.animate([from, { opacity: 1, transform: 'none' }], { duration: 200, easing: 'ease-out' });
  }, []);
  const handleClose = (click: MouseEvent) => {
    toasts.close(toast.id);
    onClosed(click);
  };
  return (
    <div ref={card} role={role} className={classes.toast} data-kind={toast.kind}>
      <span className={classes.icon}>{toastIcons[toast.kind]}</span>
      {/* Another element for another text, so that screen readers announce it, also the same one again. */}
      <div key={toast.id} className={classes.words}>
        {toast.title && <div className={layout.strong}>{toast.title}</div>}
        <div>{toast.message}</div>
      </div>
      <CloseButton aria-label={t('close')} onClick={handleClose} />
    </div>
  );
}

// A single element that lives as long as the page. It moves into the topmost dialog without losing its content.
const host = document.createElement('div');
moveHost();
onTopLayerChange(moveHost);

function moveHost(): void {
  const parent = topDialog() ?? document.body;
  if (host.parentNode === parent) return;
  if (host.isConnected && 'moveBefore' in parent) parent.moveBefore(host, null);
  else parent.append(host);
}
