/** Which index files belong to this database. A database that was restored from an earlier backup lacks the newer ones. */
export interface SavedCataloguesTable {
  /** Also in the file. */
  token: string;
  savedAt: string;
}
