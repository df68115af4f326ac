import { parse } from 'libpg-query';

/** The parts of PostgreSQL's syntax tree that are looked at. */
interface Command {
  subtype?: string;
  name?: string;
  def?: { ColumnDef?: { colname: string; constraints?: { Constraint: { contype: string } }[] } };
}
interface Relation {
  relname: string;
}
interface Statement {
  CreateStmt?: { relation: Relation };
  DropStmt?: { removeType: string; objects: { List?: { items: { String: { sval: string } }[] } }[] };
  RenameStmt?: { renameType: string; relation?: Relation; subname?: string; newname: string };
  AlterTableStmt?: { relation: Relation; cmds: { AlterTableCmd: Command }[] };
}

/** What a migration says of itself where it takes something away: `-- contract: nobody reads it since 20261201090000_name`. */
const contract = /^-- contract: .*\b\d{14}_\w+/m;

/**
 * What in a migration the program of before cannot live with, while replicas are replaced one after the other: it reads and writes columns by
 * their names, and fills those alone that it knows. Tables that the migration makes itself are nobody's yet.
 */
export async function breakingChanges(text: string): Promise<string[]> {
  if (contract.test(text)) return [];
  const { stmts } = (await parse(text)) as { stmts: { stmt: Statement }[] };
  const made = new Set(stmts.flatMap(({ stmt }) => stmt.CreateStmt?.relation.relname ?? []));
  return stmts.flatMap(({ stmt: { DropStmt: drop, RenameStmt: rename, AlterTableStmt: alter } }) => {
    if (drop?.removeType === 'OBJECT_TABLE') {
      return drop.objects.map(({ List }) => `drops ${List?.items.at(-1)?.String.sval}`);
    }
    if (rename && ['OBJECT_TABLE', 'OBJECT_COLUMN'].includes(rename.renameType)) {
      return [`renames ${[rename.relation?.relname, rename.subname].filter(Boolean).join('.')}`];
    }
    if (!alter || made.has(alter.relation.relname)) return [];
    return alter.cmds.flatMap(({ AlterTableCmd }) => brokenBy(alter.relation.relname, AlterTableCmd));
  });
}

function brokenBy(table: string, { subtype, name, def }: Command): string[] {
  switch (subtype) {
    case 'AT_DropColumn':
      return [`drops ${table}.${name}`];
    case 'AT_AlterColumnType':
      return [`changes the type of ${table}.${name}`];
    case 'AT_SetNotNull':
      return [`asks for ${table}.${name}`];
    case 'AT_AddColumn': {
      const { colname, constraints = [] } = def?.ColumnDef ?? { colname: '' };
      const kinds = constraints.map(({ Constraint: { contype } }) => contype);
      const isFilled = ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'].some((kind) =>
        kinds.includes(kind),
      );
      return kinds.includes('CONSTR_NOTNULL') && !isFilled ? [`asks for ${table}.${colname}`] : [];
    }
    default:
      return [];
  }
}
