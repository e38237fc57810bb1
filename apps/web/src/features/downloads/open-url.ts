// Hands a file's address to the browser's own download manager.

/**
 * A click on a hidden link with `download`: the page stays even when the server answers with an error (a navigation
 * would replace it), several in a row do not cancel one another, and nothing is left behind as with a frame.
 * The file's name is the server's (Content-Disposition); `fallbackName` holds where an answer has come without one.
 */
export function openUrl(url: string, fallbackName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fallbackName;
  link.rel = 'noreferrer';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
