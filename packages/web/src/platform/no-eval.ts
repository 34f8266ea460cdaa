// The content security policy allows no eval. Schemas look at this when they are made, so this module
// is the first that main.tsx and every worker import. It is what zod's own `config({ jitless: true })` sets; that
// function would bring 4 kB of zod to the sign-in page, which makes no schema.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig ??= {};
shared.__zod_globalConfig.jitless = true;

export {};
