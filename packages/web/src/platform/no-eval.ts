// The content security policy forbids eval. Schemas check this setting when they are created, so
// main.tsx and every worker import this module first. It is what zod's `config({ jitless: true })`
// sets; importing that function would add 4 kB of zod to the sign-in page, which creates no schema.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig ??= {};
shared.__zod_globalConfig.jitless = true;

export {};
