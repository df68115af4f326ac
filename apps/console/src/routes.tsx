import { paths } from '@xyxlx/contracts/paths';
import { lazy, memo } from 'react';
import type { RouteObject } from 'react-router';
import { redirect } from 'react-router';
import { commands } from './commands.ts';
import { RouteFault } from './features/errors/route-fault.tsx';
import { notFound } from './features/errors/screens.ts';
import { i18n } from './lib/i18n.ts';
import type { Redirect, Screen } from './lib/screen.ts';
import { declareScreens } from './lib/screen-map.ts';
import { startPath } from './lib/start-path.ts';
import { readToken, readUser } from './lib/storage.ts';
import { Root } from './root.tsx';
import { groups, publicScreens, redirects, screens } from './screens.ts';

declareScreens([...screens, ...publicScreens]);

/** The router's table, built from the map of screens. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteFault,
    HydrateFallback: () => null,
    children: [
      ...publicScreens.map(toRoute),
      {
        path: paths.layout,
        lazy: loadShell,
        loader: requireToken,
        // Every step to another screen asks again: another tab may have signed out. What a list is filtered by is no step.
        shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
        ErrorBoundary: RouteFault,
        children: [
          ...redirects.map(toRedirect),
          {
            ErrorBoundary: RouteFault,
            children: [...screens.map(toRoute), toRoute({ ...notFound, path: '*' })],
          },
        ],
      },
      toRoute({ ...notFound, path: '*' }),
    ],
  },
];

/** Loads the code and the texts of a screen, to be ready when it is opened. */
async function loadScreen(screen: Screen) {
  const load = screen.load ?? (() => import('./features/errors/not-built-page.tsx'));
  const namespaces = screen.load ? (screen.texts ?? []) : ['errors'];
  const [page] = await Promise.all([load(), i18n.loadNamespaces([...namespaces])]);
  return page;
}

function toRoute(screen: Screen): RouteObject {
  return {
    path: screen.path,
    handle: { screen },
    // The router draws all it has anew with each change of the address, also of what a list is filtered by: a screen without hooks of it isn't.
    lazy: async () => ({ Component: memo((await loadScreen(screen)).Component) }),
  };
}

function toRedirect({ path, to }: Redirect): RouteObject {
  return { path, loader: () => redirect(startPath(to, readUser()?.permissions ?? [])) };
}

const PasswordDrawer = lazy(async () => {
  const [{ PasswordDrawer: drawer }] = await Promise.all([
    import('./features/account/password-drawer.tsx'),
    i18n.loadNamespaces(['account']),
  ]);
  return { default: drawer };
});

async function loadShell() {
  const [{ Shell }] = await Promise.all([
    import('./features/shell/shell.tsx'),
    // With the frame: that the network is lost must be told without it.
    import('./kit/notices.tsx'),
    i18n.loadNamespaces(['shell', 'kit', 'errors']),
  ]);
  return {
    Component: () => (
      <Shell
        screens={screens}
        groups={groups}
        commands={commands}
        prefetch={loadScreen}
        PasswordDrawer={PasswordDrawer}
      />
    ),
  };
}

function requireToken({ request }: { request: Request }) {
  if (readToken()) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(`${paths.login}?redirect=${encodeURIComponent(pathname + search)}`);
}
