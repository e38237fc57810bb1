// Hands a file's address to the browser's own download manager.

/**
 * A click on a hidden link with `download`: the page stays even when the server answers with an error (a navigation
 * would replace it), several in a row do not cancel one another, and nothing is left behind as with a frame.
 * The empty name leaves it to the server's Content-Disposition.
 */
export function openUrl(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.rel = 'noreferrer';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
