/**
 * Returns whether a key press would type text or choose an option, so that it is not a shortcut. Letters also choose
 * options of a select.
 */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isOtherInput = target.matches(
    'input:is([type=checkbox], [type=radio], [type=button], [type=submit])',
  );
  return target.isContentEditable || (target.matches('input, textarea, select') && !isOtherInput);
}
