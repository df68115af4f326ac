import { afterAll, inject } from 'vitest';
import { writeStatements } from './collect-statements.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the statements of all tests come together; set by global-database.ts. */
    statementsDir: string;
  }
}

// A setup file runs for each test file; files that share a worker load collect-statements.ts once between them.
afterAll(() => writeStatements(inject('statementsDir')));
