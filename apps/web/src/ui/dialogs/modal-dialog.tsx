// The browser's own modal dialog: it keeps the focus in, gives it back, and shuts off the page behind. Esc, a press on the
// backdrop and Android's Back close it, if its owner agrees. It covers the window; what it holds lays itself out as a card.
// Used by every dialog of the page.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './modal-dialog.module.css';
import { enterTopLayer, onTopLayerChange, topDialog } from './top-layer.ts';

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
  const { dialog, lookAgain } = useOpenDialog(isOpen);
  const pressed = useRef<EventTarget>(null);
  const handlePointerDown = (event: PointerEvent) => {
    pressed.current = event.target;
  };
  // Both ends of the press: a selection of text that ends outside must not close it.
  const handleClick = ({ target, currentTarget }: SyntheticEvent) => {
    if (target === currentTarget && pressed.current === currentTarget) onClose();
  };
  const askOwner = () => {
    if (!keepsEscape) onClose();
  };
  // The browser is about to close it: Android's Back, a close watcher. A file field inside tells of its own.
  const handleCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    askOwner();
  };
  // Also told when it was closed from here, and of dialogs inside. Else the browser has closed it without asking.
  const handleClose = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (target !== currentTarget || !isOpen || currentTarget.open) return;
    askOwner();
    lookAgain();
  };
  // Not what comes from a dialog above it, which is inside of it for React.
  const handleKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const isOwn = (event.target as Element).closest('dialog') === event.currentTarget;
    if (!isOwn || event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // Closed by its owner, who may ask first, and not by the browser.
    event.preventDefault();
    askOwner();
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
      onCancel={handleCancel}
      onClose={handleClose}
    >
      {children}
    </dialog>,
    document.body,
  );
}

/**
 * In a layout effect, because only a dialog that is still in the page gives the focus back when it closes. `lookAgain`: the
 * browser has closed it, and it is opened again if its owner still wants it open.
 */
function useOpenDialog(isOpen: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  const [closings, lookAgain] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return;
    show(dialog);
    const leave = enterTopLayer(dialog);
    const unsubscribe = onTopLayerChange(() => showAgain(dialog));
    return () => {
      unsubscribe();
      // First of all, so that the focus is back before the dialog below takes it.
      dialog.close();
      leave();
    };
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each closing
  useLayoutEffect(() => {
    if (isOpen && ref.current) showAgain(ref.current);
  }, [closings]);
  return { dialog: ref, lookAgain };
}

function show(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/** Not while another one asks something above it: then it is its turn when that one has gone. */
function showAgain(dialog: HTMLDialogElement): void {
  if (!dialog.open && topDialog() === dialog) show(dialog);
}
