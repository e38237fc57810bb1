/** Whether a key press there types or chooses something, so that it is no shortcut. Letters also choose in a select. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isOtherInput = target.matches(
    'input:is([type=checkbox], [type=radio], [type=button], [type=submit])',
  );
  return target.isContentEditable || (target.matches('input, textarea, select') && !isOtherInput);
}
