// Passes files to the browser's download manager.
/** How long the blob's URL is kept, in milliseconds. By then the browser has started to read the blob. */
const keptMs = 60_000;

export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  openDownload(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}

/**
 * Clicks a hidden link with the `download` attribute. Unlike with a navigation, an error does not replace the page, and
 * several downloads do not cancel each other. The file is named by Content-Disposition, or `fallbackName` without that
 * header.
 */
export function openDownload(url: string, fallbackName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fallbackName;
  link.rel = 'noreferrer';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
