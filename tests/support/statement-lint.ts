import { parse } from 'libpg-query';

/** What the check knows of the database. */
export interface TenantCatalogue {
  /** Tables and views whose rows belong to tenants. */
  tenantTables: ReadonlySet<string>;
  /** A column of a table by which its rows may be looked for over all tenants. */
  findsTenants: Readonly<Record<string, { column: string }>>;
}

/** A node of PostgreSQL's syntax tree: an object of one or several fields. */
type Tree = { [field: string]: Tree | Tree[] | string | number | boolean | undefined };

/** One table that a part of a statement reads or writes. */
interface Source {
  alias: string;
  table: string;
}

/** One level of a statement: what it names, and the conditions that all must hold. */
interface Level {
  sources: Source[];
  conditions: Tree[];
}

/**
 * What is wrong with a statement: the tables of which it reads or writes rows without naming their tenant, system columns, and the time
 * asked for where a sharded database can't, rows passed over (OFFSET); each once. Throws for what PostgreSQL's grammar does not know.
 */
export async function objections(text: string, catalogue: TenantCatalogue): Promise<string[]> {
  const tree = (await parse(text)) as unknown as { stmts?: { stmt: Tree }[] };
  const found = new Set<string>();
  const check = checker(catalogue, (objection) => found.add(objection));
  for (const { stmt } of tree.stmts ?? []) {
    check(stmt, new Set());
    // Few statements have such a word at all: the others need not be gone through again.
    if (/\b(xmin|xmax|cmin|cmax|ctid|tableoid)\b/i.test(text)) {
      for (const column of systemColumns(stmt)) found.add(column);
    }
    if (/\b(now|current_\w+|localtime\w*)\b/i.test(text) && asksForTime(stmt, false)) {
      found.add('now() within CASE or COALESCE');
    }
    if (/\boffset\b/i.test(text) && passesOver(stmt)) found.add('OFFSET');
  }
  return [...found].sort();
}

/** The system columns that are named anywhere in a tree. */
function systemColumns(tree: Tree): string[] {
  const { column } = columnOf(tree);
  const own = column !== undefined && hidden.has(column) ? [column] : [];
  return [...own, ...Object.values(tree).flatMap((part) => treesIn(part).flatMap(systemColumns))];
}

const hidden = new Set(['xmin', 'xmax', 'cmin', 'cmax', 'ctid', 'tableoid']);

/** Whether rows are passed over anywhere in a tree: each of them is read all the same. */
function passesOver(tree: Tree): boolean {
  const { limitOffset, ...rest } = tree;
  return limitOffset !== undefined || Object.values(rest).some((part) => treesIn(part).some(passesOver));
}

/** Whether the time is asked for within CASE or COALESCE, where a sharded database may not compute it once for all. */
function asksForTime(tree: Tree, within: boolean): boolean {
  return Object.entries(tree).some(([name, part]) =>
    treesIn(part).some((inner) => {
      const isTime =
        name === 'SQLValueFunction' ||
        (name === 'FuncCall' && asTree(treesIn(inner.funcname).at(-1)?.String)?.sval === 'now');
      if (within && isTime) return true;
      return asksForTime(inner, within || name === 'CaseExpr' || name === 'CoalesceExpr');
    }),
  );
}

function checker({ tenantTables, findsTenants }: TenantCatalogue, report: (objection: string) => void) {
  return visit;

  /** Looks at a tree; `given` are the names of common table expressions around it. */
  function visit(tree: Tree, given: ReadonlySet<string>): void {
    for (const [name, part] of Object.entries(tree)) {
      const inner = asTree(part);
      if (name === 'SelectStmt' && inner) select(inner, given);
      else if (name === 'InsertStmt' && inner) insert(inner, given);
      else if ((name === 'UpdateStmt' || name === 'DeleteStmt') && inner) change(inner, given);
      // Of a statement of any other kind, such as MERGE, LOCK or TRUNCATE.
      else if ((name === 'RangeVar' || name === 'relation') && inner && tenantTables.has(nameOf(inner))) {
        report(nameOf(inner));
      } else for (const child of treesIn(part)) visit(child, given);
    }
  }

  function select(tree: Tree, around: ReadonlySet<string>): void {
    const given = withExpressions(tree, around);
    // A side of a UNION stands without the name of its kind.
    for (const side of [asTree(tree.larg), asTree(tree.rarg)]) if (side) select(side, given);
    const level: Level = { sources: [], conditions: [] };
    for (const from of treesIn(tree.fromClause)) collect(from, level, given);
    level.conditions.push(...treesIn(tree.whereClause));
    judge(level);
    const { larg, rarg, withClause, fromClause, lockingClause, ...rest } = tree;
    visit(rest, given);
  }

  function change(tree: Tree, around: ReadonlySet<string>): void {
    const given = withExpressions(tree, around);
    const level: Level = { sources: [], conditions: [] };
    collect({ RangeVar: tree.relation as Tree }, level, given);
    for (const from of [...treesIn(tree.fromClause), ...treesIn(tree.usingClause)])
      collect(from, level, given);
    level.conditions.push(...treesIn(tree.whereClause));
    judge(level);
    const { relation, withClause, fromClause, usingClause, ...rest } = tree;
    visit(rest, given);
  }

  function insert(tree: Tree, around: ReadonlySet<string>): void {
    const given = withExpressions(tree, around);
    const table = nameOf(tree.relation as Tree);
    const columns = treesIn(tree.cols).map((col) => asTree(col.ResTarget)?.name);
    if (tenantTables.has(table) && !columns.includes('tenant_id')) report(table);
    const { relation, withClause, ...rest } = tree;
    visit(rest, given);
  }

  function withExpressions(tree: Tree, around: ReadonlySet<string>): ReadonlySet<string> {
    const expressions = treesIn(asTree(tree.withClause)?.ctes).flatMap((one) => treesIn(one.CommonTableExpr));
    const given = new Set([...around, ...expressions.map(({ ctename }) => String(ctename))]);
    for (const { ctequery } of expressions) visit(ctequery as Tree, given);
    return given;
  }

  /** Adds what a FROM entry names to the level, and looks into what is computed there. */
  function collect(from: Tree, level: Level, given: ReadonlySet<string>): void {
    const table = asTree(from.RangeVar);
    const joined = asTree(from.JoinExpr);
    if (table) {
      const name = nameOf(table);
      const alias = String(asTree(table.alias)?.aliasname ?? name);
      level.sources.push({ alias, table: given.has(name) ? '' : name });
    } else if (joined) {
      collect(joined.larg as Tree, level, given);
      collect(joined.rarg as Tree, level, given);
      level.conditions.push(...treesIn(joined.quals));
      visit({ quals: joined.quals }, given);
    } else {
      visit(from, given);
      const alias = Object.values(from).map((kind) => asTree(asTree(kind)?.alias)?.aliasname)[0];
      level.sources.push({ alias: String(alias ?? ''), table: '' });
    }
  }

  /** Reports the sources of the level whose tenant no condition says, not even by way of another source's. */
  function judge({ sources, conditions }: Level): void {
    const open = new Map(
      sources
        .filter(({ table }) => tenantTables.has(table) || table === 'tenants')
        .map((source) => [source.alias, source]),
    );
    const isOpen = (alias: string) => open.has(alias);
    let settled = true;
    while (settled) {
      settled = false;
      for (const source of open.values()) {
        if (!conditions.some((condition) => names(condition, source, isOpen, open.size === 1))) continue;
        open.delete(source.alias);
        settled = true;
      }
    }
    for (const { table } of open.values()) if (table !== 'tenants') report(table);
  }

  /** Whether the condition says of which tenant the rows of `source` are; `alone`: it is the only one that is asked. */
  function names(
    condition: Tree,
    source: Source,
    isOpen: (alias: string) => boolean,
    alone: boolean,
  ): boolean {
    const logical = asTree(condition.BoolExpr);
    if (logical) {
      const parts = treesIn(logical.args);
      if (logical.boolop === 'AND_EXPR') return parts.some((part) => names(part, source, isOpen, alone));
      return logical.boolop === 'OR_EXPR' && parts.every((part) => names(part, source, isOpen, alone));
    }
    // How a platform administrator's statements say that they span all tenants (scope.ts): nobody else writes it.
    const test = asTree(condition.NullTest);
    if (test?.nulltesttype === 'IS_NOT_NULL') return isTenantOf(test.arg as Tree, source, alone);
    const link = asTree(condition.SubLink);
    if (link?.subLinkType === 'ANY_SUBLINK') {
      return partsOf(link.testexpr as Tree).some((part) => isTenantOf(part, source, alone));
    }
    const compared = asTree(condition.A_Expr);
    if (compared && operatorOf(compared) === '>=') return isTenantOf(compared.lexpr as Tree, source, alone);
    if (!compared || operatorOf(compared) !== '=') return false;
    if (isNever(compared)) return true;
    const left = partsOf(compared.lexpr as Tree);
    if (compared.kind === 'AEXPR_IN') return left.some((part) => isTenantOf(part, source, alone));
    if (compared.kind !== 'AEXPR_OP' && compared.kind !== 'AEXPR_OP_ANY') return false;
    const right = partsOf(compared.rexpr as Tree);
    return left.some((part, place) => {
      const other = right[place];
      if (other === undefined) return false;
      return (
        (isTenantOf(part, source, alone) && !isOpenColumn(other, isOpen)) ||
        (isTenantOf(other, source, alone) && !isOpenColumn(part, isOpen))
      );
    });
  }

  function isTenantOf(tree: Tree, { alias, table }: Source, alone: boolean): boolean {
    const { of, column } = columnOf(tree);
    const tenant = table === 'tenants' ? 'id' : 'tenant_id';
    const isColumn = column !== undefined && (column === tenant || column === findsTenants[table]?.column);
    return isColumn && (of === alias || (of === undefined && alone));
  }

  /** A tenant's column of a source that itself is not settled says nothing. */
  function isOpenColumn(tree: Tree, isOpen: (alias: string) => boolean): boolean {
    const { of, column } = columnOf(tree);
    return column !== undefined && of !== undefined && isOpen(of);
  }
}

/** `1 = 0`, which Prisma writes for an empty list: no row at all. */
function isNever({ lexpr, rexpr }: Tree): boolean {
  const [left, right] = [lexpr, rexpr].map((side) => asTree(asTree(side)?.A_Const)?.ival);
  return left !== undefined && right !== undefined && asTree(left)?.ival !== asTree(right)?.ival;
}

function columnOf(tree: Tree): { of?: string; column?: string } {
  const fields = treesIn(asTree(bare(tree).ColumnRef)?.fields).map((field) => asTree(field.String)?.sval);
  const column = fields.at(-1);
  const of = fields.at(-2);
  return {
    ...(typeof column === 'string' && { column }),
    ...(typeof of === 'string' && { of }),
  };
}

/** The parts of a row, or the one that it is, without casts. */
function partsOf(tree: Tree): Tree[] {
  const row = asTree(tree.RowExpr);
  return row ? treesIn(row.args).map(bare) : [bare(tree)];
}

function bare(tree: Tree): Tree {
  const cast = asTree(tree.TypeCast);
  return cast ? bare(cast.arg as Tree) : tree;
}

function operatorOf(compared: Tree): string {
  return String(asTree(treesIn(compared.name).at(-1)?.String)?.sval);
}

/** The name without its schema; the queue's tables are none of ours. */
function nameOf(table: Tree): string {
  return table.schemaname === 'pgboss' ? '' : String(table.relname);
}

function asTree(part: Tree[string]): Tree | undefined {
  return typeof part === 'object' && !Array.isArray(part) ? part : undefined;
}

function treesIn(part: Tree[string]): Tree[] {
  if (Array.isArray(part)) return part;
  return typeof part === 'object' ? [part] : [];
}
