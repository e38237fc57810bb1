// For the page, whose Content-Security-Policy forbids eval: zod compiles its checks with `new Function` where it may, and even
// the attempt is reported as a violation. Imported before any schema.
import { config } from 'zod';

config({ jitless: true });
