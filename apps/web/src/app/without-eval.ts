// The page imports this module before all others. Its Content-Security-Policy forbids eval, and zod's test for eval (`new Function`)
// would already be reported as a violation. zod shares this object; its function `config` would load zod with every page.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = Object.assign(shared.__zod_globalConfig ?? {}, { jitless: true });

export {};
