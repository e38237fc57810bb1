/** The number of pages that `total` entries fill. An empty list has one page (specification, section 7). */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
