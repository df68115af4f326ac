import type { appDownload as contract } from '@xyxlx/contracts/app-download';
import type { Handlers } from '../../wire/implement.ts';

export const appDownload: Handlers<typeof contract> = {
  getAppDownload: async ({ deps }) => deps.settings.appDownload,
};
