import type { Label } from '@xyxlx/contracts/endpoint';
import type { TodoKind } from '@xyxlx/contracts/home';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { ComponentType } from 'react';
import type { TextNamespaces } from './text-namespaces.ts';

/** A group of the menu. */
export interface ScreenGroup {
  id: string;
  title: Label;
  icon: IconName;
}

export type IconName =
  | 'home'
  | 'merchant'
  | 'card'
  | 'limit'
  | 'platform'
  | 'compliance'
  | 'system'
  | 'account';

/** One screen: routes, menu, breadcrumb, command palette and page titles all derive from it. */
export interface Screen {
  /** The whole path as a pattern of the router. */
  path: string;
  title: Label;
  /** What a user needs to see it; without, every signed-in user may. */
  permission?: Permission;
  /** The menu group it is listed in; without, it is reached from other screens. */
  group?: string;
  /** The screen in the menu that leads to it, where its path doesn't continue that one's. */
  under?: string;
  /** The namespaces of its texts. */
  texts?: readonly (keyof TextNamespaces)[];
  /** Its code, loaded on demand; without, the screen is not built yet. */
  load?: () => Promise<{ Component: ComponentType }>;
  /** What waits there for somebody and is no approval, by the kinds that the service counts. */
  todos?: Partial<Record<TodoKind, ScreenTodo>>;
  /** What the operation log calls its kinds of record, and those of the approvals about them. */
  records?: Readonly<Record<string, Label>>;
  /** The kind of record that it shows whole: the `id` of its path is the record's. */
  pageOf?: string;
  /** The parameter of its address that opens a record of a kind, with the tab that it is in: the way there from the log and the palette. */
  opens?: Readonly<Record<string, string>>;
}

/** Something that waits on a screen. */
export interface ScreenTodo {
  title: Label;
  /** What the screen's address says for exactly what is counted; some depends on today, a day of Asia/Shanghai. */
  query?: string | ((today: string) => string);
  isUrgent?: boolean;
}

/** An address that leads on to another. */
export interface Redirect {
  path: string;
  to: string;
}

/** What a route hands to whoever shows titles and breadcrumbs. */
interface ScreenHandle {
  screen: Screen;
}

/** The screen a route's handle carries, if it carries one. */
export function screenOf(handle: unknown): Screen | undefined {
  return typeof handle === 'object' && handle !== null && 'screen' in handle
    ? (handle as ScreenHandle).screen
    : undefined;
}

/** The screens above a path, outermost first, the screen itself last. */
export function trailOf(path: string, screens: readonly Screen[]): Screen[] {
  return screens
    .filter((screen) => path === screen.path || path.startsWith(`${screen.path}/`))
    .sort((one, other) => one.path.length - other.path.length);
}

/** The same where the screen itself is known: with the one that it stands under, if its path doesn't say so. */
export function trailOfScreen({ path, under }: Screen, screens: readonly Screen[]): Screen[] {
  return [...screens.filter((screen) => screen.path === under), ...trailOf(path, screens)];
}

/** Whether a user with these permissions may see a screen. */
export function maySee(screen: Screen, permissions: readonly Permission[]): boolean {
  return screen.permission === undefined || permissions.includes(screen.permission);
}
