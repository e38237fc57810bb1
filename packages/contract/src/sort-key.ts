// The order of a list as it comes from outside. Apart from rules/sort.ts, which the page loads first and which so must not
// bring zod along.
import { z } from 'zod';
import { sortKeys } from './rules/sort.ts';

export const sortKey = z.enum(sortKeys);
