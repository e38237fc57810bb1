export interface SanitizationRulesTable {
  id: string;
  find: string;
  replace: string;
  description: string;
  order: number;
}
