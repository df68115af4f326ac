import { makeDataKeys } from '../../apps/api/src/platform/security/data-keys.ts';
import { jwtSecret } from './service-process.ts';

/** The keys of services under test. */
export const testDataKeys = makeDataKeys([jwtSecret]);
