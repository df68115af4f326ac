import { renderToString } from 'react-dom/server';
import { startI18n } from './lib/i18n.ts';
import { queryClient } from './lib/query-client.ts';
import { pageTree } from './page-tree.tsx';
import { startSignIn } from './sign-in.tsx';
import { loadTexts } from './texts.ts';

/** The sign-in page as it is before anything was asked, as HTML; for the build. */
export async function drawSignIn(): Promise<string> {
  await startI18n(loadTexts);
  let drawn = '';
  await startSignIn(
    (page) => {
      drawn = renderToString(pageTree(page));
    },
    async () => undefined,
  );
  // What it keeps for minutes would keep the build's process too.
  queryClient.clear();
  return drawn;
}
