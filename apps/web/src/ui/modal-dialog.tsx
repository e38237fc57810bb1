// The browser's own modal dialog: it keeps the focus in, gives it back, and shuts off the page behind. Esc and a press on
// the backdrop close it. It covers the window; what it holds lays itself out as a card. Used by every dialog of the page.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './modal-dialog.module.css';
import { enterTopLayer } from './top-layer.ts';

export interface ModalDialogProps {
  isOpen: boolean;
  label: string;
  className?: string | undefined;
  /** Escape is for something in it: a thing that is dragged. */
  keepsEscape?: boolean | undefined;
  onClose(): void;
  children: ReactNode;
}

export function ModalDialog(props: ModalDialogProps) {
  const { isOpen, label, className = '', keepsEscape, onClose, children } = props;
  const dialog = useOpenDialog(isOpen);
  const pressed = useRef<EventTarget>(null);
  const handlePointerDown = (event: PointerEvent) => {
    pressed.current = event.target;
  };
  // Both ends of the press: a selection of text that ends outside must not close it.
  const handleClick = ({ target, currentTarget }: SyntheticEvent) => {
    if (target === currentTarget && pressed.current === currentTarget) onClose();
  };
  // Also told when it was closed from here, and of dialogs inside.
  const handleClose = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (target === currentTarget && isOpen && !currentTarget.open) onClose();
  };
  // Not what comes from a dialog above it, which is inside of it for React.
  const handleKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const isOwn = (event.target as Element).closest('dialog') === event.currentTarget;
    if (!isOwn || event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // Closed by its owner, who may ask first, and not by the browser.
    event.preventDefault();
    if (!keepsEscape) onClose();
  };
  // At the end of the page, where it inherits nothing of where it is asked for.
  return createPortal(
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${className}`}
      aria-label={label}
      onPointerDown={handlePointerDown}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
      onClose={handleClose}
    >
      {children}
    </dialog>,
    document.body,
  );
}

/** In a layout effect, because only a dialog that is still in the page gives the focus back when it closes. */
function useOpenDialog(isOpen: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const leave = enterTopLayer(dialog);
    return () => {
      leave();
      dialog.close();
    };
  }, [isOpen]);
  return ref;
}
