import { config } from 'zod/v4/core';

// The content security policy allows no eval. Schemas look at this when they are made, so this module
// is the first that main.tsx and every worker import.
config({ jitless: true });
