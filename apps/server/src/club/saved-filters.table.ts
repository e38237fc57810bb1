export interface SavedFiltersTable {
  id: string;
  userId: string;
  name: string;
  /** JSON: `FilterValues` of the contract. */
  filter: string;
  createdAt: string;
}
