// Whether a key press writes or chooses something, so that it is no shortcut.

/** In a select too, letters choose. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isOtherInput = target.matches(
    'input:is([type=checkbox], [type=radio], [type=button], [type=submit])',
  );
  return target.isContentEditable || (target.matches('input, textarea, select') && !isOtherInput);
}
