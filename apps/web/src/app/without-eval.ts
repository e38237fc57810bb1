// The page imports this module before all others. Its Content-Security-Policy forbids eval, and zod's test for eval (`new Function`)
// would already be reported as a violation. zod reads this object when it loads; `config` of zod would load zod with every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
