// Separate from rules/sort.ts, because the page's first scripts use that file and must not include zod.
import { z } from 'zod';
import { sortKeys } from './rules/sort.ts';

export const sortKey = z.enum(sortKeys);
