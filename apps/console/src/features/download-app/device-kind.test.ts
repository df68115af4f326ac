import { expect, test } from 'vitest';
import { deviceKind } from './device-kind.ts';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'ios'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/150.0 Mobile', 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0', 'web'],
])('%s is %s', (userAgent, kind) => {
  expect(deviceKind(userAgent)).toBe(kind);
});
