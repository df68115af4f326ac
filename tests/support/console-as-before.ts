import { onlineManager } from '@tanstack/react-query';
import { afterAll } from 'vitest';
import { i18n } from '../../apps/console/src/lib/i18n.ts';
import { takeNotices } from '../../apps/console/src/lib/notify.ts';
import { queryClient } from '../../apps/console/src/lib/query-client.ts';

// No server is there: a refused connection would have the console ask on and on for one, beside the tests of other files.
globalThis.fetch = () => new Promise(() => undefined);

// Files share a process: the next one begins as the first did.
afterAll(async () => {
  if (i18n.isInitialized && i18n.language !== 'zh') await i18n.changeLanguage('zh');
  queryClient.clear();
  // Messages that no file showed wait for the first that does.
  takeNotices(() => undefined)();
  onlineManager.setOnline(true);
  localStorage.clear();
  sessionStorage.clear();
});
