/**
 * zod makes functions from text unless it is told not to. The pages' policy forbids that, and browsers report even the question whether it does.
 * Schemas ask when they are made, so this comes before them; by its `config` it would, with zod's core, be part of the sign-in page.
 */
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
