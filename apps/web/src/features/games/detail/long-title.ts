// Whether a title is long, and therefore set in smaller letters.
const longTitle = 70;

export function isLongTitle(title: string): boolean {
  return title.length > longTitle;
}
