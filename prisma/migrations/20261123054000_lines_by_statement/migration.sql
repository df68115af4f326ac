-- What the lines of a statement may be is asked once, of all of them; that a voucher adds up is asked once a statement that writes lines of it,
-- when the transaction ends. A voucher of thousands of lines was summed for each of them.
DROP TRIGGER voucher_lines_allowed ON voucher_lines;
DROP TRIGGER voucher_lines_balance ON voucher_lines;
DROP TRIGGER vouchers_balance ON vouchers;
DROP FUNCTION refuse_other_voucher_line();
DROP FUNCTION refuse_unbalanced_voucher();

CREATE FUNCTION refuse_moved_voucher_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_moved_voucher_line: a line stays with its voucher' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER voucher_lines_stay BEFORE UPDATE ON voucher_lines FOR EACH ROW
  WHEN ((NEW.tenant_id, NEW.voucher_id) IS DISTINCT FROM (OLD.tenant_id, OLD.voucher_id)) EXECUTE FUNCTION refuse_moved_voucher_line();

CREATE FUNCTION refuse_other_voucher_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE heads regclass := referred_by(TG_RELID, 'voucher_id'); accounts regclass := referred_by(TG_RELID, 'account_id'); wrong text;
BEGIN
  -- Whoever approves a voucher waits for this, or is seen by it; and so does whoever writes other lines of it.
  EXECUTE format('SELECT min(l.state) FILTER (WHERE l.state IN (''APPROVED'', ''POSTED'', ''REVERSED'')) FROM (
      SELECT h.state FROM %s h WHERE (h.tenant_id, h.id) IN (SELECT w.tenant_id, w.voucher_id FROM written w)
      ORDER BY h.tenant_id, h.id FOR NO KEY UPDATE) l', heads) INTO wrong;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'refuse_other_voucher_line: the voucher is %', wrong USING ERRCODE = 'check_violation';
  END IF;
  -- Only a trigger of rows can be deferred: the voucher's row is written, as it is, and asked when the transaction ends.
  EXECUTE format('UPDATE %s h SET state = h.state WHERE (h.tenant_id, h.id) IN (SELECT w.tenant_id, w.voucher_id FROM written w)', heads);
  IF TG_OP = 'DELETE' THEN RETURN NULL; END IF;
  -- A statement of its own: what somebody wrote below an account until they let go of it is seen by the next one alone.
  EXECUTE format('SELECT FROM %s a WHERE (a.tenant_id, a.id) IN (SELECT w.tenant_id, w.account_id FROM written w)
      ORDER BY a.tenant_id, a.id FOR SHARE', accounts);
  EXECUTE format('SELECT CASE WHEN l.least < 0 AND l.kind <> ''RED'' THEN ''only a reversal has negative lines''
        WHEN EXISTS (SELECT FROM %2$s c WHERE c.tenant_id = a.tenant_id AND c.parent_id = a.id) THEN a.code || '' is no leaf''
        WHEN l.kind = ''MANUAL'' AND a.role IN (''FUND'', ''LIMIT'', ''CARD'', ''UNCLAIMED'', ''SETTLEMENT'', ''ORDER'')
          THEN a.code || '' follows from the business alone'' END AS wrong
      FROM (SELECT w.tenant_id, w.account_id, h.kind, min(least(w.debit, w.credit)) AS least
        FROM written w JOIN %1$s h ON h.tenant_id = w.tenant_id AND h.id = w.voucher_id GROUP BY 1, 2, 3) l
      JOIN %2$s a ON a.tenant_id = l.tenant_id AND a.id = l.account_id ORDER BY 1 LIMIT 1', heads, accounts) INTO wrong;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'refuse_other_voucher_line: %', wrong USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER voucher_lines_written AFTER INSERT ON voucher_lines REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_voucher_line();
CREATE TRIGGER voucher_lines_changed AFTER UPDATE ON voucher_lines REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_voucher_line();
CREATE TRIGGER voucher_lines_removed AFTER DELETE ON voucher_lines REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_voucher_line();

-- When a transaction ends, every voucher has two lines or more that add up: drafts too.
CREATE FUNCTION refuse_unbalanced_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lines bigint; difference numeric;
BEGIN
  EXECUTE format('SELECT count(l.line_no), coalesce(sum(l.debit) - sum(l.credit), 0) FROM %s h
      LEFT JOIN %s l ON l.tenant_id = h.tenant_id AND l.voucher_id = h.id WHERE h.tenant_id = $1 AND h.id = $2 GROUP BY h.id', TG_RELID::regclass, parts_of(TG_RELID))
    INTO lines, difference USING NEW.tenant_id, NEW.id;
  IF lines < 2 OR difference <> 0 THEN
    RAISE EXCEPTION 'refuse_unbalanced_voucher: % lines, a difference of % fen', lines, difference USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER vouchers_balance AFTER INSERT OR UPDATE OF state ON vouchers DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_voucher();
