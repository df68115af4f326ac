/** `npm run docs:states` writes `docs/states.md` from the contract's transitions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateMachines } from '@xyxlx/contracts/state-machines';
import { permissionOf, reasonOf, type Transitions } from '@xyxlx/contracts/transitions';
import { ROOT } from './run.ts';

export const STATES_FILE = join(ROOT, 'docs', 'states.md');

const HEAD = `# States

Written by \`npm run docs:states\` from the transitions that stand beside each record's states in
\`packages/contracts/src\`; a test holds it to them. What is not in a table is refused (406).
`;

/** The text of the document. */
export function stateTables(): string {
  return [HEAD, ...stateMachines.map(section)].join('\n');
}

function section(machine: Transitions): string {
  const { record, initial, actions, automatic, area } = machine;
  const names = (states: readonly string[]) => states.map((state) => machine.words[state]?.zh).join('、');
  const calls = Object.entries(actions).map(([action, { from, to, guard, effect }]) => [
    `\`/${area}/${action}\``,
    names(from),
    names(to),
    quoted(permissionOf(machine, action)),
    reasonOf(machine, action),
    guard?.en ?? '',
    effect?.en ?? '',
  ]);
  const others = Object.values(automatic).map(({ by, from, to, effect }) => [
    by.en,
    names(from),
    names(to),
    '',
    '',
    '',
    effect?.en ?? '',
  ]);
  return `## ${record.en} (${record.zh})

Begins as ${names(initial)}.

${table(['by', 'from', 'to', 'permission', 'reason', 'only when', 'with it'], [...calls, ...others])}
`;
}

function quoted(name: string | undefined): string {
  return name === undefined ? '' : `\`${name}\``;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

if (import.meta.main) writeFileSync(STATES_FILE, stateTables());
