// Draws the toasts, over an open dialog too. Loaded by toaster.tsx.
import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { onTopLayerChange, topDialog } from '#ui/dialogs/top-layer.ts';
import { isBad, type Toast, type ToastKind, toasts } from './toast-store.ts';
import classes from './toasts.module.css';

const icons: Record<ToastKind, ReactNode> = {
  success: <IconCheck size={18} aria-hidden />,
  info: <IconInfoCircle size={18} aria-hidden />,
  warning: <IconAlertTriangle size={18} aria-hidden />,
  error: <IconX size={18} aria-hidden />,
};

/** A screen reader tells of what comes into a region only when it has met the region before. */
const metMs = 100;

export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  const [isMet, setMet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setMet(true);
      toasts.hold(false);
    }, metMs);
    return () => clearTimeout(timer);
  }, []);
  const bad = shown.filter(isBad);
  const good = isMet ? shown.filter((toast) => !isBad(toast)) : [];
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that somebody is there
    <div
      className={classes.root}
      onPointerEnter={() => toasts.hold(true)}
      onPointerLeave={() => toasts.hold(false)}
      onFocus={() => toasts.hold(true)}
      onBlur={() => toasts.hold(false)}
    >
      {bad.map((toast) => (
        <ToastCard key={toast.id} toast={toast} role="alert" />
      ))}
      {/* There before its first toast comes, or a screen reader would not hear of that one. */}
      <div role="status" aria-atomic="false">
        {good.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>,
    host,
  );
}

function ToastCard({ toast, role }: { toast: Toast; role?: 'alert' }) {
  const { t } = useTranslation();
  const card = useRef<HTMLDivElement>(null);
  // By script, since an animation of the style sheet would run again whenever a dialog takes the toasts over.
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const from = { opacity: 0, transform: 'translateX(1rem)' };
    card.current?.animate([from, { opacity: 1, transform: 'none' }], { duration: 200, easing: 'ease-out' });
  }, []);
  const handleClose = () => {
    toasts.close(toast.id);
    // A button that goes with the focus and the pointer on it tells of neither.
    toasts.hold(false);
  };
  return (
    <div ref={card} role={role} className={classes.toast} data-kind={toast.kind}>
      <span className={classes.icon}>{icons[toast.kind]}</span>
      <div className={classes.words}>
        {toast.title && <div className={classes.title}>{toast.title}</div>}
        <div>{toast.message}</div>
      </div>
      <CloseButton aria-label={t('close')} onClick={handleClose} />
    </div>
  );
}

// One element for as long as the page lives: it is moved into the dialog on top, and what is in it stays as it is.
const host = document.createElement('div');
moveHost();
onTopLayerChange(moveHost);

function moveHost(): void {
  const parent = topDialog() ?? document.body;
  if (host.parentNode === parent) return;
  if (host.isConnected && 'moveBefore' in parent) parent.moveBefore(host, null);
  else parent.append(host);
}
