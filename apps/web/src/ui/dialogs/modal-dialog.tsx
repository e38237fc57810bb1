// The browser's modal dialog, which traps the focus, returns it on close, and disables the page behind. Esc, a click on
// the backdrop and Android's Back call `onClose`, and the owner decides whether to close. The dialog covers the window,
// and its content is laid out as a card. A dialog that another one contains is closed together with it.
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
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
  /** Whether Escape, Back and clicks outside are ignored: something inside handles them, or its work would be lost. */
  isHeld?: boolean | undefined;
  /** Whether the address says that it is open, so that Back closes it. On phones, Back also closes all others. */
  hasAddress?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** False inside a closed dialog, which may still show its content while it fades out. */
const IsAroundOpen = createContext(true);

export function ModalDialog(props: ModalDialogProps) {
  const { label, className = '', isHeld, hasAddress, onClose, children } = props;
  const isAroundOpen = useContext(IsAroundOpen);
  const isOpen = props.isOpen && isAroundOpen;
  const { dialog, reopen } = useOpenDialog(isOpen);
  const pressed = useRef<EventTarget>(null);
  const handlePointerDown = (event: PointerEvent) => {
    pressed.current = event.target;
  };
  // Checks both ends of the click, because a text selection may end outside the dialog.
  const handleClick = ({ target, currentTarget }: SyntheticEvent) => {
    if (target === currentTarget && pressed.current === currentTarget) askOwner();
  };
  const askOwner = () => {
    if (!isHeld) onClose();
  };
  // The browser is about to close the dialog (Android's Back, a close watcher), or app/guarded-history.ts is. `cancel` events of
  // file inputs inside are ignored.
  const handleCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    askOwner();
  };
  // This event also follows a close from here, and closes of nested dialogs. In all other cases, the browser closed the
  // dialog without asking.
  const handleClose = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (target !== currentTarget || !isOpen || currentTarget.open) return;
    askOwner();
    reopen();
  };
  // Ignores events of dialogs above, which React bubbles through the component tree.
  const handleKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const isOwn = (event.target as Element).closest('dialog') === event.currentTarget;
    if (!isOwn || event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // Prevents the browser from closing the dialog, because the owner may ask first.
    event.preventDefault();
    askOwner();
  };
  // Rendered at the end of the page, where it inherits no styles from its owner.
  return createPortal(
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${className}`}
      aria-label={label}
      data-has-address={hasAddress || undefined}
      onPointerDown={handlePointerDown}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
      onCancel={handleCancel}
      onClose={handleClose}
    >
      <IsAroundOpen value={isOpen}>{children}</IsAroundOpen>
    </dialog>,
    document.body,
  );
}

/**
 * Opens and closes the dialog in a layout effect, because a dialog only returns the focus if it is still in the page
 * when it closes. `reopen` opens a dialog that the browser has closed, if its owner still wants it open.
 */
function useOpenDialog(isOpen: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  const [closings, reopen] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return;
    show(dialog);
    const leave = enterTopLayer(dialog);
    const unsubscribe = onTopLayerChange(() => showAgain(dialog));
    return () => {
      unsubscribe();
      // Closes the dialog first, so that the focus is returned before the dialog below takes it.
      dialog.close();
      leave();
    };
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each close
  useLayoutEffect(() => {
    if (isOpen && ref.current) showAgain(ref.current);
  }, [closings]);
  return { dialog: ref, reopen };
}

function show(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
  startingPoint(dialog)?.focus();
}

/** Without one, the browser chooses the first control, often the close button, and Enter would close a form at once. */
function startingPoint(dialog: HTMLDialogElement): HTMLElement | undefined {
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]');
  if (marked) return marked;
  const fields = dialog.querySelectorAll<HTMLElement>('form :is(input, select, textarea):enabled');
  return [...fields].find((field) => field.checkVisibility());
}

/** Shows the dialog again, unless another dialog is above it. */
function showAgain(dialog: HTMLDialogElement): void {
  if (!dialog.open && topDialog() === dialog) show(dialog);
}
