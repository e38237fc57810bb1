// The page imports this module before any schema. The page's Content-Security-Policy forbids eval, and zod's test for it (`new
// Function`) would already be reported as a violation.
import { config } from 'zod';

config({ jitless: true });
