import type { Label } from '@xyxlx/contracts/endpoint';
import type { Permission } from '@xyxlx/contracts/permissions';
import { type FoundRecord, foundKinds } from '@xyxlx/contracts/search';
import type { Command, RecordCommand } from '../../lib/command.ts';
import { recordAddress, recordLabel } from '../../lib/record-address.ts';
import { maySee, type Screen, type ScreenGroup } from '../../lib/screen.ts';

/** A line of the command palette: it leads to an address, or completes what is typed. */
export interface PaletteEntry {
  key: string;
  title: string;
  /** Where it belongs, or what is typed next. */
  hint?: string;
  record?: FoundRecord;
  to: { url: string } | { typed: string };
}

/** Lines of one kind under their name. */
export interface PaletteGroup {
  key: string;
  title: string;
  entries: readonly PaletteEntry[];
}

interface PaletteSource {
  screens: readonly Screen[];
  groups: readonly ScreenGroup[];
  commands: readonly Command[];
  permissions: readonly Permission[];
  /** What was found by what is sought. */
  found: readonly FoundRecord[];
  words: { screens: string; commands: string };
  label(label: Label): string;
}

/** What is typed: the word of a command with what stands behind it, or what is sought itself. */
export interface Typed {
  command?: RecordCommand;
  sought: string;
}

/** Tells the word of a command that the user may give from what is sought. */
export function readTyped(
  typed: string,
  { commands, permissions }: Pick<PaletteSource, 'commands' | 'permissions'>,
): Typed {
  const text = typed.trim();
  for (const command of commands) {
    if (!('kind' in command) || !permissions.includes(command.permission)) continue;
    const word = command.words.find((one) => begins(text, one));
    if (word) return { command, sought: text.slice(word.length).trim() };
  }
  return { sought: text };
}

/** What the palette offers for a text: commands, screens by either language's title, and the records that were found and can be opened. */
export function paletteGroups(typed: string, source: PaletteSource): PaletteGroup[] {
  const { label, words, permissions, found } = source;
  const { command, sought } = readTyped(typed, source);
  if (command && sought) {
    const entries = found
      .filter(({ kind, state }) => kind === command.kind && command.states.includes(state.value))
      .flatMap((record) => opened(record, permissions, `&do=${command.action}`));
    return withLines({ key: 'commands', title: label(command.title), entries });
  }
  const text = typed.trim().toLowerCase();
  const records = foundKinds.flatMap((kind) =>
    withLines({
      key: kind,
      title: label(recordLabel(kind) ?? { zh: kind, en: kind }),
      entries: found
        .filter((record) => record.kind === kind)
        .flatMap((record) => opened(record, permissions, '')),
    }),
  );
  return [
    ...withLines({ key: 'commands', title: words.commands, entries: commandsFor(text, source) }),
    ...withLines({ key: 'screens', title: words.screens, entries: screensFor(text, source) }),
    ...records,
  ];
}

function withLines(group: PaletteGroup): PaletteGroup[] {
  return group.entries.length > 0 ? [group] : [];
}

function opened(record: FoundRecord, permissions: readonly Permission[], more: string): PaletteEntry[] {
  const { kind: type, id, title } = record;
  const address = recordAddress({ type, id }, permissions);
  return address ? [{ key: `${type}/${id}`, title, record, to: { url: address + more } }] : [];
}

function commandsFor(text: string, { commands, permissions, label }: PaletteSource): PaletteEntry[] {
  return commands.flatMap((command): PaletteEntry[] => {
    const word = text && command.words.find((one) => one.startsWith(text));
    if (!word) return [];
    const title = label(command.title);
    if ('path' in command) return [{ key: command.path, title, to: { url: command.path } }];
    if (!permissions.includes(command.permission)) return [];
    return [{ key: command.action, title, hint: label(command.hint), to: { typed: `${word} ` } }];
  });
}

function screensFor(text: string, { screens, groups, permissions, label }: PaletteSource): PaletteEntry[] {
  return screens
    .filter((screen) => screen.group && maySee(screen, permissions) && matches(screen, text))
    .map((screen) => ({
      key: screen.path,
      title: label(screen.title),
      hint: label(groups.find(({ id }) => id === screen.group)?.title ?? screen.title),
      to: { url: screen.path },
    }));
}

/** Whether a text is a word or goes on behind it: characters need no space between, letters do. */
function begins(text: string, word: string): boolean {
  const rest = text.slice(word.length);
  return text.toLowerCase().startsWith(word) && (!/[a-z]$/.test(word) || /^(\s|$)/.test(rest));
}

function matches(screen: Screen, text: string): boolean {
  return [screen.title.zh, screen.title.en, screen.path].some((name) => name.toLowerCase().includes(text));
}
