import { randomBytes } from 'node:crypto';
import { mobile } from '@xyxlx/contracts/fields';
import { paths } from '@xyxlx/contracts/paths';
import { Prisma } from '@xyxlx/database/client/client';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { ImportDefinition, ImportRun } from '../../platform/imports/import-definition.ts';
import { logChanges } from '../../platform/operation-log/operation-log.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { refuseOverAccounts } from './account-limit.ts';
import { currentRights } from './current-rights.ts';
import { invitationEnd, inviting } from './invite.ts';
import { logElsewhere, notifyInvited } from './notify-invited.ts';
import { isWithin } from './rank.ts';

/** What the importer may give and see, as it was when the file came in. */
interface UserImport {
  /** A role that was changed since is not given. */
  roles: { id: string; version: number }[];
  /** Null: every company of the tenant, or none. */
  companyIds: string[] | null;
}

/** Imported users have a password that nobody knows: its owner sets one with a code (忘记密码), or an administrator resets it. */
export const userImport: ImportDefinition<UserImport> = {
  kind: 'importUserInfo',
  title: { zh: '用户导入', en: 'User import' },
  permission: 'user.import',
  page: () => paths.user,
  maxRows: 20_000,
  columns: [
    { key: 'name', label: { zh: '姓名', en: 'Name' }, required: true, maxLength: 50 },
    {
      key: 'mobile',
      label: { zh: '手机号', en: 'Mobile' },
      required: true,
      unique: true,
      personal: true,
      read: (text) => {
        const account = text.toLowerCase();
        if (mobile.safeParse(account).success) return account;
        throw new Refusal({ zh: '不是手机号或邮箱', en: 'Neither a mobile number nor an e-mail address' });
      },
    },
    {
      key: 'email',
      label: { zh: '邮箱', en: 'E-mail' },
      maxLength: 120,
      personal: true,
      read: (text) => {
        if (z.email().safeParse(text).success) return text;
        throw new Refusal({ zh: '不是有效的邮箱', en: 'No e-mail address' });
      },
    },
    { key: 'company', label: { zh: '公司', en: 'Company' } },
    {
      key: 'roles',
      label: { zh: '角色', en: 'Roles' },
      required: true,
      read: (text) => [...new Set(text.split(/\s*[、,，;；]\s*/).filter(Boolean))].join('、'),
    },
  ],

  check: async (tx, run) => {
    await refuseBadRows(run);
    const [{ known }] = await tx.$queryRaw<[{ known: number }]>`
      SELECT count(*)::int AS known FROM import_rows r JOIN users u ON u.mobile = ${run.cell('mobile')} WHERE ${run.rows}`;
    if (known === 0) return [];
    return [
      {
        label: { zh: '已有账号，将邀请本人确认', en: 'Have an account, to be asked' },
        value: known,
        unit: 'count',
      },
    ];
  },

  apply: async (tx, run) => {
    const params = await stillGivable(tx, run);
    await refuseBadRows({ ...run, params });
    const { tenantId, rows, cell, actor, deps } = run;
    const by = actor.session.userName;
    const passwordHash = await deps.passwords.hash(randomBytes(32).toString('base64url'));
    // Somebody who joined or was asked meanwhile makes this fail; the step is tried again and refuses the row in words.
    const added = await tx.$queryRaw<Added[]>`
      WITH given AS (
        SELECT ${cell('name')} AS name, ${cell('mobile')} AS mobile, nullif(${cell('email')}, '') AS email, c.id AS company_id,
          ${cell('roles')} AS roles
        FROM import_rows r LEFT JOIN companies c ON c.tenant_id = ${tenantId}::uuid AND c.name = ${cell('company')} WHERE ${rows}),
      given_roles AS (
        SELECT g.mobile, ro.id AS role_id FROM given g
        JOIN roles ro ON ro.tenant_id = ${tenantId}::uuid AND ro.name = ANY (string_to_array(g.roles, '、'))
        JOIN ${givable(params)} ON may.id = ro.id AND may.version = ro.version),
      made AS (
        INSERT INTO users (mobile, name, email, password_hash, created_by, updated_by)
        SELECT mobile, name, email, ${passwordHash}, ${by}, ${by} FROM given ON CONFLICT (mobile) DO NOTHING RETURNING id, mobile),
      members AS (
        INSERT INTO memberships (tenant_id, user_id, company_id)
        SELECT ${tenantId}::uuid, made.id, given.company_id FROM made JOIN given USING (mobile) RETURNING id, user_id),
      granted AS (
        INSERT INTO membership_roles (tenant_id, membership_id, role_id)
        SELECT ${tenantId}::uuid, m.id, role_id FROM members m JOIN made ON made.id = m.user_id JOIN given_roles USING (mobile)),
      asked AS (
        INSERT INTO invitations (tenant_id, mobile, name, email, company_id, expires_at, created_by, updated_by)
        SELECT ${tenantId}::uuid, mobile, name, email, company_id, ${invitationEnd(deps)}::timestamptz, ${by}, ${by}
        FROM given WHERE mobile NOT IN (SELECT mobile FROM made) RETURNING id, mobile),
      offered AS (
        INSERT INTO invitation_roles (tenant_id, invitation_id, role_id)
        SELECT ${tenantId}::uuid, asked.id, role_id FROM asked JOIN given_roles USING (mobile))
      SELECT coalesce(made.id, asked.id) AS id, made.id IS NULL AS "isAsked", name, mobile, roles
      FROM given LEFT JOIN made USING (mobile) LEFT JOIN asked USING (mobile)`;
    await refuseOverAccounts(tx, tenantId);
    for (const [isAsked, operation] of [
      [false, operationOf('userAccount', 'importUserInfo')],
      [true, inviting],
    ] as const) {
      const changes = added
        .filter((row) => row.isAsked === isAsked)
        .map(({ id, name, mobile, roles }) => ({
          tenantId,
          id,
          label: name,
          after: { name, mobile: maskMobile(mobile), roles },
        }));
      await logChanges(tx, { ...actor, operation }, changes);
    }
    const asked = added.filter(({ isAsked }) => isAsked).map(({ mobile }) => mobile);
    if (asked.length === 0) return;
    await notifyInvited(tx, deps, tenantId, asked);
    await logElsewhere(tx, actor.request, tenantId, asked, 'askedToJoin');
  },
};

/** A row as it went in: a new user, or an invitation to one who has an account. */
interface Added {
  id: string;
  isAsked: boolean;
  name: string;
  mobile: string;
  roles: string;
}

/** What the importer may do, to go with the file. */
export async function userImportParams(
  tx: Pick<Transaction, 'role'>,
  importer: Pick<Session, 'tenantId' | 'granted' | 'scope' | 'amountCeiling'>,
): Promise<UserImport> {
  const roles = await tx.role.findMany({ where: { tenantId: importer.tenantId } });
  const seesAll = importer.scope.all || importer.scope.tenant;
  return {
    roles: roles.filter((role) => isWithin(importer, role)).map(({ id, version }) => ({ id, version })),
    companyIds: seesAll ? null : importer.scope.companyIds,
  };
}

/** Of what the importer could give when the file came in, what they may still give: hours may lie before the confirmation. */
async function stillGivable(
  tx: Transaction,
  { actor: { session }, params }: ImportRun<UserImport>,
): Promise<UserImport> {
  const power = await currentRights(tx, session);
  const now = await userImportParams(tx, { ...power, tenantId: session.tenantId });
  return {
    ...now,
    roles: params.roles.filter(({ id, version }) =>
      now.roles.some((role) => role.id === id && role.version === version),
    ),
  };
}

async function refuseBadRows(run: ImportRun<UserImport>): Promise<void> {
  const { tenantId, rows, cell, refuse, params } = run;
  await refuse(
    'mobile',
    { zh: '该手机号/邮箱的用户已存在', en: 'A user with this mobile or e-mail exists already' },
    Prisma.sql`SELECT r.row_no FROM import_rows r JOIN users u ON u.mobile = ${cell('mobile')}
      JOIN memberships m ON m.user_id = u.id AND m.tenant_id = ${tenantId}::uuid WHERE ${rows}`,
  );
  await refuse(
    'mobile',
    { zh: '该手机号/邮箱已邀请，待本人确认', en: 'This mobile or e-mail has been invited already' },
    Prisma.sql`SELECT r.row_no FROM import_rows r
      JOIN invitations i ON i.tenant_id = ${tenantId}::uuid AND i.mobile = ${cell('mobile')} WHERE ${rows}`,
  );
  const { companyIds } = params;
  const visible = companyIds ? Prisma.sql`AND c.id = ANY (${companyIds}::uuid[])` : Prisma.empty;
  const mayBeEmpty = companyIds ? Prisma.empty : Prisma.sql`AND ${cell('company')} <> ''`;
  await refuse(
    'company',
    { zh: '公司不存在', en: 'No such company' },
    Prisma.sql`SELECT r.row_no FROM import_rows r WHERE ${rows} ${mayBeEmpty} AND NOT EXISTS (
      SELECT FROM companies c WHERE c.tenant_id = ${tenantId}::uuid AND c.name = ${cell('company')} ${visible})`,
  );
  await refuse(
    'roles',
    { zh: '角色不存在，或其权限高于您', en: 'No such role, or one that may do more than you' },
    Prisma.sql`SELECT r.row_no FROM import_rows r WHERE ${rows} AND (${cell('roles')} = '' OR EXISTS (
      SELECT FROM unnest(string_to_array(${cell('roles')}, '、')) AS wanted(name) WHERE NOT EXISTS (
        SELECT FROM roles ro JOIN ${givable(params)} ON may.id = ro.id AND may.version = ro.version
        WHERE ro.tenant_id = ${tenantId}::uuid AND ro.name = wanted.name)))`,
  );
}

function givable({ roles }: UserImport): Prisma.Sql {
  return Prisma.sql`jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) AS may(id uuid, version int)`;
}
