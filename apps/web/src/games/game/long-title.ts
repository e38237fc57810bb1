// Long titles are set in smaller type.
const longTitle = 70;

export function isLongTitle(title: string): boolean {
  return title.length > longTitle;
}
