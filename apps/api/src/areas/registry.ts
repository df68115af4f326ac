import type { Label } from '@xyxlx/contracts/endpoint';
import type { FoundKind } from '@xyxlx/contracts/search';
import type { PageKind } from '@xyxlx/contracts/timeline';
import type { Deps } from '../core/deps.ts';
import type { ApprovalSubject } from '../platform/approval/subject.ts';
import type { ExportDefinition } from '../platform/exports/export-definition.ts';
import { exportKind } from '../platform/exports/export-kind.ts';
import type { ImportDefinition } from '../platform/imports/import-definition.ts';
import { importKind } from '../platform/imports/import-kind.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import type { ScheduledTask } from '../platform/jobs/scheduled-task.ts';
import type { PostingRule } from '../platform/ledger/posting-rule.ts';
import type { Find } from '../platform/lists/find.ts';
import type { RecordKinds } from '../platform/operation-log/record-names.ts';
import type { TimelineSource } from '../platform/timeline/timeline-source.ts';
import type { Area, Invariant, Todo } from './area.ts';
import { postingsOnce } from './postings-once.ts';

/** What all areas give together, in their order. */
export interface Registry {
  plugins: NonNullable<Area['plugins']>;
  exports: ReadonlyMap<string, ExportDefinition>;
  imports: ReadonlyMap<string, ImportDefinition>;
  /** Every kind of long work, exports and imports among them. */
  jobs: readonly JobKind[];
  schedule: readonly ScheduledTask[];
  cleanUps: readonly ((deps: Deps) => Promise<void>)[];
  approvals: ReadonlyMap<string, ApprovalSubject>;
  records: RecordKinds;
  finds: ReadonlyMap<FoundKind, Find>;
  timelines: Readonly<Record<PageKind, readonly TimelineSource[]>>;
  todos: ReadonlyMap<string, Todo>;
  /** By their source. */
  postings: ReadonlyMap<string, PostingRule>;
  invariants: ReadonlyMap<string, Invariant>;
  /** By `area.action`. */
  steps: ReadonlyMap<string, Label>;
}

declare module '../core/deps.ts' {
  interface Deps {
    registry: Registry;
  }
}

type Declared = Omit<Area, 'handlers'>;

/** Puts the areas together; throws where two declare the same thing, or one refers to records that none declares. */
export function registryOf(areas: Readonly<Record<string, Declared>>): Registry {
  const all = <T>(partOf: (area: Declared) => readonly T[] | undefined): T[] =>
    Object.values(areas).flatMap((area) => partOf(area) ?? []);
  const timeline = (kind: PageKind) => all(({ timelines }) => timelines?.[kind]);
  const exports = once(
    'export',
    all(({ exports }) => exports),
    ({ operation }) => operation.action,
  );
  const imports = once(
    'import',
    all(({ imports }) => imports),
    ({ kind }) => kind,
  );
  const jobs = [
    ...[...imports.values()].map(importKind),
    ...[...exports.values()].map(exportKind),
    ...all(({ jobs }) => jobs),
  ];
  const schedule = once(
    'scheduled task',
    all(({ schedule }) => schedule),
    ({ name }) => name,
  );
  const approvals = once(
    'approval',
    all(({ approvals }) => approvals),
    ({ type }) => type,
  );
  const rules = all(({ postings }) => postings);
  const records = recordKindsOf(areas);
  for (const { changes } of approvals.values()) {
    for (const { names } of Object.values(changes ?? {})) if (names) known(records, names);
  }
  return {
    plugins: all(({ plugins }) => plugins),
    exports,
    imports,
    jobs: [...once('job', jobs, ({ kind }) => kind).values()],
    schedule: [...schedule.values()],
    cleanUps: all(({ cleanUp }) => cleanUp && [cleanUp]),
    approvals,
    records,
    finds: once(
      'kind that is found',
      all(({ finds }) => finds),
      ({ kind }) => kind,
    ),
    timelines: {
      merchant: timeline('merchant'),
      employee: timeline('employee'),
      consumption: timeline('consumption'),
      bill: timeline('bill'),
    },
    todos: once(
      'to-do',
      all(({ todos }) => todos),
      ({ kind }) => kind,
    ),
    postings: once('posting rule', rules, ({ source }) => source),
    invariants: once(
      'invariant',
      [...all(({ invariants }) => invariants), ...(rules.length > 0 ? [postingsOnce(rules)] : [])],
      ({ name }) => name,
    ),
    steps: stepsOf(areas),
  };
}

function stepsOf(areas: Readonly<Record<string, Declared>>): ReadonlyMap<string, Label> {
  const all = Object.entries(areas).flatMap(([name, { steps = {} }]) =>
    Object.entries(steps).map(([action, label]) => [`${name}.${action}`, label] as const),
  );
  return new Map(all);
}

function recordKindsOf(areas: Readonly<Record<string, Declared>>): RecordKinds {
  const declared = Object.values(areas).flatMap(({ records = {} }) => Object.entries(records));
  const kinds = once('kind of record', declared, ([kind]) => kind);
  const fields = declared.flatMap(([kind, { fields: own = [] }]) =>
    own.map((field) => [field, kind] as const),
  );
  const records: RecordKinds = {
    sources: new Map([...kinds].map(([kind, [, source]]) => [kind, source])),
    fields: new Map(once('reference', fields, ([field]) => field).values()),
    ofAreas: new Map(
      Object.entries(areas).flatMap(([name, { record }]) => {
        if (record) return [[name, record] as const];
        return kinds.has(name) ? [[name, name] as const] : [];
      }),
    ),
  };
  for (const kind of records.ofAreas.values()) known(records, kind);
  return records;
}

function once<T, Name extends string>(
  what: string,
  things: readonly T[],
  nameOf: (thing: T) => Name,
): Map<Name, T> {
  const byName = new Map<Name, T>();
  for (const thing of things) {
    const name = nameOf(thing);
    if (byName.has(name)) throw new Error(`Two areas declare the ${what} ${name}.`);
    byName.set(name, thing);
  }
  return byName;
}

function known({ sources }: RecordKinds, kind: string): void {
  if (!sources.has(kind)) throw new Error(`No area declares the records of the kind ${kind}.`);
}
