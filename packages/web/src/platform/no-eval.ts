// The content security policy forbids eval. Core's schemas, by zod/mini, never try it; those of classic
// zod, which a resource of an integrator may use, do unless this setting is there when they are created.
// So main.tsx imports this module first. It is what zod's `config({ jitless: true })`
// sets; importing that function would add 4 kB of zod to the sign-in page, which creates no schema.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig ??= {};
shared.__zod_globalConfig.jitless = true;

export {};
