import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { rule as contract } from '@xyxlx/contracts/rule';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import { waitingAlready } from '../../platform/approval/submit.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChanges } from '../../platform/operation-log/operation-log.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { checkScopes } from './check-terms.ts';
import { type FoundInstitution, lockInstitutions } from './find-institution.ts';
import type { ScopeLine } from './judge/facts.ts';
import { submit } from './publication.ts';
import { readWrittenVersions, type WrittenVersion } from './read-versions.ts';
import { linesOf } from './scope-lines.ts';
import { saveDraft } from './write-institution.ts';
import { termsOfVersion } from './write-version.ts';

type Input = z.output<typeof contract.assignInstitution.input>;

interface Assigned {
  id: string;
  found: FoundInstitution;
  version: WrittenVersion;
  scopes: ScopeLine[];
}

/**
 * Adds lines to the scopes of 制度, or takes them out. What is a draft stays one; of what is published a new version is made and
 * handed in at once.
 */
export async function assign(tx: Transaction, by: Caller, input: Input): Promise<BulkResult> {
  const { session, request } = by;
  const { ids, change, reason } = input;
  const lines = linesOf(input.scopes);
  const institutions = await lockInstitutions(tx, session, ids);
  const read: Assigned[] = [];
  for (const [tenantId, group] of Map.groupBy(institutions, (found) => found.tenantId)) {
    await checkScopes(tx, session, tenantId, lines);
    const newest = group.map(({ newestId }) => newestId);
    const versions = await readWrittenVersions(tx, tenantId, sql`v.id = ANY(${newest}::uuid[])`);
    const versionOf = new Map(versions.map((version) => [version.id, version]));
    for (const found of group) {
      const version = versionOf.get(found.newestId) as WrittenVersion;
      read.push({ id: found.id, found, version, scopes: changed(version.scopes, lines, change) });
    }
  }
  const { kept, result } = assessEach({ ids, language: request.language }, read, mayBeAssigned);
  for (const one of kept) await saveScopes(tx, by, one, reason);
  await logChanges(
    tx,
    by,
    kept.map(({ found: { tenantId, id, name }, version, scopes }) => ({
      tenantId,
      id,
      label: name,
      before: { scopes: logged(version.scopes) },
      after: { scopes: logged(scopes) },
      reason,
    })),
  );
  return result;
}

async function saveScopes(
  tx: Transaction,
  by: Caller,
  { id, found, version, scopes }: Assigned,
  reason: string,
): Promise<void> {
  const saved = await saveDraft(tx, by, found, { ...termsOfVersion(version), scopes });
  if (found.newestState === 'DRAFT') {
    const data = nextVersion(by.session, by.now);
    await tx.institution.update({ where: { tenantId_id: { tenantId: found.tenantId, id } }, data });
  } else await submit(tx, by, saved, reason);
}

function logged(scopes: readonly ScopeLine[]) {
  return scopes.map(({ kind, excluded, values }) => ({ kind, excluded, values: [...values] }));
}

function changed(
  scopes: readonly ScopeLine[],
  lines: readonly ScopeLine[],
  change: Input['change'],
): ScopeLine[] {
  const given = new Set(lines.map(textOf));
  const others = scopes.filter((line) => !given.has(textOf(line)));
  return change === 'ADD' ? [...others, ...lines] : others;
}

function textOf({ kind, excluded, values }: ScopeLine): string {
  return JSON.stringify([kind, excluded, [...values].sort()]);
}

function mayBeAssigned({ found, version, scopes }: Assigned): void {
  if (found.state === 'ARCHIVED') {
    throw new Refusal({ zh: '归档制度不能指派', en: 'An archived policy can not be assigned' });
  }
  if (found.newestState === 'SUBMITTED' || found.state === 'SUBMITTED') throw waitingAlready();
  if (scopes.length === 0) {
    throw new Refusal({ zh: '范围不能为空', en: 'Its scope would be empty' });
  }
  if (scopes.length > 200) {
    throw new Refusal({ zh: '范围最多 200 行', en: 'A scope has at most 200 lines' });
  }
  if (scopes.map(textOf).join() === version.scopes.map(textOf).join()) {
    throw new Refusal({ zh: '范围没有变化', en: 'Its scope stays as it is' });
  }
}
