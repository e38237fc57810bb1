// Which titles are set in smaller letters, so that they leave room for what stands below. Used by the overlay and the page.
const longTitle = 70;

export function isLongTitle(title: string): boolean {
  return title.length > longTitle;
}
