/** A complete backend of the Forecourt contract in one process, for development, tests and demos. */
export type { Fault } from './http/faults.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
export { ACCOUNTS, PASSWORD } from './seed/accounts.ts';
export type { DemoScale } from './seed/demo-scale.ts';
