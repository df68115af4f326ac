import { afterAll } from 'vitest';
import { i18n } from '../../apps/console/src/lib/i18n.ts';

// Files share a process: the next one begins as the first did.
afterAll(async () => {
  if (i18n.isInitialized && i18n.language !== 'zh') await i18n.changeLanguage('zh');
  localStorage.clear();
  sessionStorage.clear();
});
