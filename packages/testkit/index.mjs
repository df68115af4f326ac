/** The entry in plain JavaScript, so that a Node that can't read the rest says so in one sentence. */
if (!process.features.typescript) {
  throw new Error(
    `The test kit is TypeScript without a build: run it with Node 24 or later, this is ${process.version}.`,
  );
}

export const { startStack } = await import('./src/start-stack.ts');
