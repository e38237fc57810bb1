export interface SettingsTable {
  key: string;
  /** JSON. */
  value: string;
}
