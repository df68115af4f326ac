import type { rule as contract } from '@xyxlx/contracts/rule';
import type { InstitutionDetail } from '@xyxlx/contracts/rule-institution';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { FieldRefusal, Refusal, staleVersion } from '../../core/errors.ts';
import { noteMaker } from '../../platform/approval/draft-makers.ts';
import { waitingAlready } from '../../platform/approval/submit.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { checkTerms } from './check-terms.ts';
import { type FoundInstitution, lockInstitution } from './find-institution.ts';
import { institutionDetail } from './institution.sql.ts';
import { institutionVersion } from './publication.ts';
import { readWrittenVersions } from './read-versions.ts';
import { addVersion, rewriteVersion, type Terms, termsOf, termsOfVersion } from './write-version.ts';

type Added = z.output<typeof contract.addInstitution.input>;
type Edited = z.output<typeof contract.editInstitution.input>;

/** Adds a 制度 whose first version is a draft. */
export async function addInstitution(
  tx: Transaction,
  by: Caller,
  { name, ...input }: Added,
): Promise<InstitutionDetail> {
  const { session, now } = by;
  const { tenantId, userName } = session;
  const terms = termsOf(input);
  await checkTerms(tx, session, tenantId, terms, shanghaiDay(now));
  await refuseTakenName(tx, tenantId, name);
  const code = await nextNumber(tx, tenantId, 'ZD');
  const stamps = { createdAt: now, createdBy: userName, updatedAt: now, updatedBy: userName };
  const { id } = await tx.institution.create({ data: { tenantId, code, name, ...stamps } });
  await addVersion(tx, by, { tenantId, institutionId: id, no: 1 }, terms);
  await noteMaker(tx, by, institutionVersion, { tenantId, subjectId: id });
  await logChange(tx, by, { tenantId, id, label: name, after: { code, name, ...logged(terms) } });
  return institutionDetail(tx, by, id);
}

/** Edits the draft of a 制度, or begins one beside the version that judges; what waits for a checker is withdrawn first. */
export async function editInstitution(
  tx: Transaction,
  by: Caller,
  { id, version, name, ...input }: Edited,
): Promise<InstitutionDetail> {
  const { session, now } = by;
  const found = await lockInstitution(tx, session, id);
  if (found.version !== version) throw staleVersion();
  if (found.state === 'ARCHIVED') {
    throw new Refusal({ zh: '已归档的制度不能修改', en: 'An archived policy stays as it is' });
  }
  if (found.state === 'SUBMITTED' || found.newestState === 'SUBMITTED') throw waitingAlready();
  const { tenantId } = found;
  const terms = termsOf(input);
  await checkTerms(tx, session, tenantId, terms, shanghaiDay(now));
  if (name !== found.name) await refuseTakenName(tx, tenantId, name);
  const [before] = await readWrittenVersions(tx, tenantId, sql`v.id = ${found.newestId}::uuid`);
  const { newestNo: versionNo } = await saveDraft(tx, by, found, terms);
  await tx.institution.update({
    where: { tenantId_id: { tenantId, id } },
    data: { name, ...nextVersion(session, now) },
  });
  const was = { name: found.name, ...(before && logged(termsOfVersion(before))) };
  const is = { name, ...logged(terms), versionNo };
  await logChange(tx, by, { tenantId, id, label: name, ...differenceOf(was, is, Object.keys(is)) });
  return institutionDetail(tx, by, id);
}

/** Writes the terms into the draft that there is, or into a new one; returns the 制度 as it is then. */
export async function saveDraft(
  tx: Transaction,
  by: Caller,
  found: FoundInstitution,
  terms: Terms,
): Promise<FoundInstitution> {
  const { tenantId, id: institutionId, newestId: versionId, newestNo, newestState } = found;
  await noteMaker(tx, by, institutionVersion, { tenantId, subjectId: institutionId });
  const newestValidTo = terms.validTo;
  if (newestState === 'DRAFT') {
    await rewriteVersion(tx, by, { tenantId, institutionId, versionId }, terms);
    return { ...found, newestValidTo };
  }
  const no = newestNo + 1;
  const newestId = await addVersion(tx, by, { tenantId, institutionId, no }, terms);
  return { ...found, newestId, newestNo: no, newestState: 'DRAFT', newestValidTo };
}

function logged({ categories, priority, excess, validFrom, validTo, scopes, rules }: Terms) {
  return {
    categories: [...categories],
    priority,
    excess,
    validFrom,
    validTo,
    scopes: scopes.map(({ kind, excluded, values }) => ({ kind, excluded, values: [...values] })),
    rules: rules.map(({ conditions }) => conditions),
  };
}

async function refuseTakenName(tx: Transaction, tenantId: string, name: string): Promise<void> {
  const taken = await tx.institution.count({ where: { tenantId, name, state: { not: 'ARCHIVED' } } });
  if (taken > 0) {
    throw new FieldRefusal('name', { zh: '制度名称已存在', en: 'A policy of that name exists' });
  }
}
