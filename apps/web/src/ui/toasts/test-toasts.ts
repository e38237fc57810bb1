// For tests, because the test files share the toasts of the page.
import { toasts } from './toast.tsx';

export function closeAllToasts(): void {
  for (let [first] = toasts.get(); first; [first] = toasts.get()) toasts.close(first.id);
}
