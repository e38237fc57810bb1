// The page imports this before any schema. Its Content-Security-Policy forbids eval, and even zod's test whether it can
// compile schemas with `new Function` is reported as a violation.
import { config } from 'zod';

config({ jitless: true });
