-- Rules that the schema files can not express.

-- Accounts and sessions.
ALTER TABLE sessions ADD CONSTRAINT sessions_generations CHECK (gen >= 1 AND confirmed_gen <= gen AND expired_gen <= gen);
ALTER TABLE users ADD CONSTRAINT users_mobile_lower CHECK (mobile = lower(mobile)),
  ADD CONSTRAINT users_failed_tries CHECK (failed_tries >= 0),
  -- Only a password that nobody has changed yet runs out.
  ADD CONSTRAINT users_password_expires CHECK (password_expires_at IS NULL OR password_changed_at IS NULL),
  ADD CONSTRAINT users_proven CHECK (proven_at IS NULL OR password_changed_at IS NOT NULL);
ALTER TABLE verification_codes ADD CONSTRAINT verification_codes_tries CHECK (tries BETWEEN 0 AND 5);
ALTER TABLE avatars ADD CONSTRAINT avatars_size CHECK (octet_length(data) <= 524288);
ALTER TABLE preferences ADD CONSTRAINT preferences_size CHECK (octet_length(value::text) <= 65536);
ALTER TABLE invitations ADD CONSTRAINT invitations_mobile_lower CHECK (mobile = lower(mobile));
ALTER TABLE roles ADD CONSTRAINT roles_amount_ceiling CHECK (amount_ceiling IS NULL OR amount_ceiling >= 0);
-- A sub-application runs inside the console: nothing but this site or https.
ALTER TABLE sub_apps ADD CONSTRAINT sub_apps_address CHECK (address ~ '^(/[^/]|https://)');
INSERT INTO sub_apps (code, name_zh, name_en, address, permission) VALUES ('board', '数据看板', 'Data board', '/sub/board/', 'home.view');

-- Sessions remember what their caller may do, and ask for these numbers alone.
CREATE FUNCTION count_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision = OLD.revision + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER memberships_revision BEFORE UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION count_revision();
CREATE TRIGGER roles_revision BEFORE UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION count_revision();
CREATE TRIGGER tenant_packages_revision BEFORE UPDATE ON tenant_packages FOR EACH ROW EXECUTE FUNCTION count_revision();

-- Whoever belongs somewhere already gets into another tenant only where they were asked, by the mobile they have now.
CREATE FUNCTION refuse_uninvited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM memberships WHERE user_id = NEW.user_id AND tenant_id <> NEW.tenant_id)
    AND NOT EXISTS (SELECT FROM invitations i JOIN users u ON u.mobile = i.mobile
                    WHERE u.id = NEW.user_id AND i.tenant_id = NEW.tenant_id)
  THEN
    RAISE EXCEPTION 'user % was not asked to join tenant %', NEW.user_id, NEW.tenant_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER memberships_by_invitation BEFORE INSERT OR UPDATE OF user_id, tenant_id ON memberships
  FOR EACH ROW EXECUTE FUNCTION refuse_uninvited();

-- Tenants, companies, channels.
ALTER TABLE tenant_packages ADD CONSTRAINT tenant_packages_max_accounts CHECK (max_accounts >= 1);
ALTER TABLE tenant_domains ADD CONSTRAINT tenant_domains_lower CHECK (domain = lower(domain));
ALTER TABLE companies ADD CONSTRAINT companies_credit_code CHECK (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  ADD CONSTRAINT companies_not_own_parent CHECK (parent_id <> id);
-- One default a company.
CREATE UNIQUE INDEX invoice_titles_one_default ON invoice_titles (tenant_id, company_id) WHERE is_default;
-- One active binding a channel and external id, over all tenants: a channel reports to one of them.
CREATE UNIQUE INDEX channel_bindings_one_active ON channel_bindings (channel, external_id) WHERE state IN ('AUTHORIZING', 'BOUND');

-- Merchants and their people.
ALTER TABLE merchants ADD CONSTRAINT merchants_credit_code CHECK (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{18}$');
CREATE UNIQUE INDEX departments_sibling_names ON departments (tenant_id, merchant_id, parent_id, name) WHERE parent_id IS NOT NULL;
CREATE UNIQUE INDEX departments_top_names ON departments (tenant_id, merchant_id, name) WHERE parent_id IS NULL;
CREATE UNIQUE INDEX employees_mobile_in_use ON employees (tenant_id, merchant_id, mobile) WHERE state <> 'LEFT';

-- Limits and funds.
ALTER TABLE limit_accounts ADD CONSTRAINT limit_accounts_adds_up CHECK (total = available + locked + used + recovered),
  ADD CONSTRAINT limit_accounts_not_negative CHECK (available >= 0 AND locked >= 0 AND used >= 0 AND recovered >= 0);
-- What one person adjusts has been approved, or is within a threshold. A freeze moves no money and waits for nobody.
ALTER TABLE limit_adjustments ADD CONSTRAINT limit_adjustments_adds_up CHECK (after = before + delta AND seq >= 1),
  ADD CONSTRAINT limit_adjustments_approved_or_within CHECK (
    source <> 'SINGLE' OR type = 'FREEZE' OR created_by_id IS NULL OR approval_id IS NOT NULL
    OR (within_amount IS NOT NULL AND abs(delta) <= within_amount));
CREATE UNIQUE INDEX limit_adjustments_undone_once ON limit_adjustments (tenant_id, undoes_id) WHERE undoes_id IS NOT NULL;
CREATE INDEX limit_adjustments_of_batch ON limit_adjustments (tenant_id, batch_id, created_at DESC, id DESC) WHERE batch_id IS NOT NULL;
ALTER TABLE fund_accounts ADD CONSTRAINT fund_accounts_not_negative CHECK (balance >= 0 AND frozen >= 0 AND frozen <= balance);

-- Payments and invoices.
ALTER TABLE consumption_records
  ADD CONSTRAINT consumption_records_parts CHECK (amount = enterprise + personal AND enterprise >= 0 AND personal >= 0 AND discount >= 0),
  ADD CONSTRAINT consumption_records_refunds CHECK (refunded BETWEEN 0 AND amount),
  ADD CONSTRAINT consumption_records_refund_names_payment CHECK ((type = 'REFUND') = (related_id IS NOT NULL));
CREATE INDEX consumption_records_refunds_of ON consumption_records (tenant_id, related_id) WHERE related_id IS NOT NULL;
CREATE INDEX consumption_records_of_store ON consumption_records (tenant_id, store_id, paid_at DESC, id DESC) WHERE store_id IS NOT NULL;
CREATE INDEX consumption_records_of_card ON consumption_records (tenant_id, card_last_four, merchant_id) WHERE card_last_four IS NOT NULL;
ALTER TABLE invoice_applications ADD CONSTRAINT invoice_applications_amount CHECK (amount > 0);
-- A payment stands in its application from the draft on, and stays there when that fails or is reversed: with nothing of it invoiced.
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_amount CHECK (amount >= 0);

-- Bills.
ALTER TABLE merchant_flows ADD CONSTRAINT merchant_flows_positive CHECK (amount > 0);
ALTER TABLE bills ADD CONSTRAINT bills_add_up
  CHECK (closing = opening + top_up + issued + refunded - consumed - recovered - fee);

-- Draws.
ALTER TABLE lottery_activities ADD CONSTRAINT lottery_activities_budget CHECK (spent BETWEEN 0 AND budget);
ALTER TABLE lottery_prizes ADD CONSTRAINT lottery_prizes_stock CHECK (stock >= 0 AND value >= 0);
ALTER TABLE lottery_records
  ADD CONSTRAINT lottery_records_delivery_no
    CHECK ((delivery_no IS NOT NULL) = (state = 'AWARDED' AND prize_type IN ('COUPON', 'GOODS'))),
  ADD CONSTRAINT lottery_records_carrier CHECK ((carrier IS NOT NULL) = (delivery_no IS NOT NULL AND prize_type = 'GOODS')),
  ADD CONSTRAINT lottery_records_awarded_at CHECK ((state = 'AWARDED') = (awarded_at IS NOT NULL)),
  ADD CONSTRAINT lottery_records_failure CHECK (state <> 'FAILED' OR failure IS NOT NULL),
  ADD CONSTRAINT lottery_records_not_won CHECK ((state = 'NOT_WON') = (prize_type = 'NONE')),
  ADD CONSTRAINT lottery_records_awarding CHECK (state <> 'AWARDING' OR prize_type IN ('COUPON', 'GOODS'));
-- A coupon's code is given once; a parcel may hold several prizes.
CREATE UNIQUE INDEX lottery_records_code ON lottery_records (tenant_id, delivery_no) WHERE prize_type = 'COUPON';
-- What the clock looks for every minute, and what waits for somebody.
CREATE INDEX lottery_records_waiting ON lottery_records (tenant_id, expires_at) WHERE state IN ('PENDING', 'FAILED');
-- 待发放/发放失败 → 发放中 → 已发放/发放失败; a limit arrives at once; what is not under way may expire. The rest is final.
CREATE FUNCTION lottery_records_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE NEW.state
    WHEN 'AWARDING' THEN OLD.state IN ('PENDING', 'FAILED')
    WHEN 'AWARDED' THEN OLD.state = 'AWARDING' OR (OLD.state IN ('PENDING', 'FAILED') AND OLD.prize_type = 'LIMIT')
    WHEN 'FAILED' THEN OLD.state = 'AWARDING'
    WHEN 'EXPIRED' THEN OLD.state IN ('PENDING', 'FAILED')
    ELSE false END)
  THEN
    RAISE EXCEPTION 'lottery_records_move: % can not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lottery_records_move BEFORE UPDATE ON lottery_records FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION lottery_records_move();

-- Approvals. No maker is ever the checker, whoever writes the row.
ALTER TABLE approvals ADD CONSTRAINT approvals_maker_is_not_checker CHECK (NOT checker_id = ANY (maker_ids)),
  ADD CONSTRAINT approvals_maker_is_a_maker CHECK (maker_id IS NULL OR maker_id = ANY (maker_ids)),
  ADD CONSTRAINT approvals_amount CHECK (amount >= 0),
  -- What is a merchant's follows the company that the merchant is of now; only what is a company's own names one.
  ADD CONSTRAINT approvals_of_a_merchant_or_a_company CHECK (num_nonnulls(merchant_id, company_id) <= 1),
  ADD CONSTRAINT approvals_decided CHECK (
    CASE state WHEN 'PENDING' THEN decided_at IS NULL AND checker_id IS NULL
               WHEN 'WITHDRAWN' THEN decided_at IS NOT NULL AND checker_id IS NULL
               ELSE decided_at IS NOT NULL AND checker_id IS NOT NULL END);
-- A subject waits for one decision at a time.
CREATE UNIQUE INDEX approvals_one_pending ON approvals (tenant_id, subject_type, subject_id) WHERE state = 'PENDING';
-- A thing is approved or rejected once.
CREATE UNIQUE INDEX approval_events_once ON approval_events (tenant_id, approval_id, (action = 'SUBMIT'));
ALTER TABLE approval_thresholds
  ADD CONSTRAINT approval_thresholds_not_negative CHECK (
    least(amount, count, day_amount, day_count, proposed_amount, proposed_count, proposed_day_amount, proposed_day_count) >= 0),
  ADD CONSTRAINT approval_thresholds_day_holds_an_act CHECK (
    day_amount >= amount AND day_count >= count AND proposed_day_amount >= proposed_amount AND proposed_day_count >= proposed_count),
  ADD CONSTRAINT approval_thresholds_together CHECK (
    (count IS NULL) = (day_count IS NULL) AND (proposed_amount IS NULL) = (proposed_day_amount IS NULL)
    AND (proposed_count IS NULL) = (proposed_day_count IS NULL) AND (proposed_count IS NULL OR proposed_amount IS NOT NULL));
ALTER TABLE maker_days ADD CONSTRAINT maker_days_not_negative CHECK (least(amount, count, alone_amount, alone_count) >= 0),
  ADD CONSTRAINT maker_days_alone_is_part CHECK (alone_amount <= amount AND alone_count <= count),
  ADD CONSTRAINT maker_days_alone_is_allowed CHECK (alone_amount <= allowed_amount AND alone_count <= allowed_count);
CREATE FUNCTION refuse_less() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME;
END $$;
CREATE TRIGGER maker_days_only_grow BEFORE UPDATE ON maker_days FOR EACH ROW
  WHEN (NEW.amount < OLD.amount OR NEW.count < OLD.count OR NEW.alone_amount < OLD.alone_amount OR NEW.alone_count < OLD.alone_count)
  EXECUTE FUNCTION refuse_less();

-- Changes of live records.
ALTER TABLE record_changes ADD CONSTRAINT record_changes_same_columns
  CHECK (jsonb_typeof(before) = 'object' AND jsonb_typeof(after) = 'object' AND after <> '{}'::jsonb AND before <> after);
-- What was handed in stays as it was: only when it was carried out is written, once.
CREATE FUNCTION refuse_other_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.tenant_id, NEW.approval_id, NEW.before, NEW.after) IS DISTINCT FROM (OLD.tenant_id, OLD.approval_id, OLD.before, OLD.after)
    OR OLD.applied_at IS NOT NULL THEN
    RAISE EXCEPTION 'A change that was handed in stays as it is' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER record_changes_stay BEFORE UPDATE ON record_changes FOR EACH ROW EXECUTE FUNCTION refuse_other_change();
-- The named columns of a live record take no value but one that was approved and not yet carried out: arguments are the kind of approval and the columns.
CREATE FUNCTION refuse_unapproved_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed jsonb;
BEGIN
  SELECT jsonb_object_agg(n.key, n.value) INTO changed
  FROM jsonb_each(to_jsonb(NEW)) n
  WHERE n.key = ANY (TG_ARGV) AND n.value IS DISTINCT FROM to_jsonb(OLD) -> n.key;
  IF changed IS NOT NULL AND NOT EXISTS (
    SELECT FROM approvals a JOIN record_changes c ON c.tenant_id = a.tenant_id AND c.approval_id = a.id
    WHERE a.tenant_id = NEW.tenant_id AND a.subject_type = TG_ARGV[0] AND a.subject_id = NEW.id AND a.state = 'APPROVED'
      AND c.applied_at IS NULL AND c.after = changed) THEN
    RAISE EXCEPTION 'A live record changes in % only as approved', TG_ARGV USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER merchants_approved_change BEFORE UPDATE ON merchants FOR EACH ROW WHEN (OLD.state IN ('ACTIVE', 'DISABLED'))
  EXECUTE FUNCTION refuse_unapproved_change('merchantChange', 'credit_code', 'company_id', 'settlement_bank', 'settlement_account');
CREATE TRIGGER companies_approved_change BEFORE UPDATE ON companies FOR EACH ROW WHEN (OLD.certification = 'VERIFIED')
  EXECUTE FUNCTION refuse_unapproved_change('companyChange', 'name', 'credit_code');

-- Jobs, imports, exports.
ALTER TABLE jobs ADD CONSTRAINT jobs_counts CHECK (total >= 0 AND done >= 0 AND failed >= 0);
-- The dry run's report pages through the rows with problems alone.
CREATE INDEX import_rows_problems ON import_rows (tenant_id, job_id, row_no) WHERE problems IS NOT NULL;
-- Long texts of uploads: compressing them costs more than it saves for rows that live an hour.
ALTER TABLE import_rows ALTER COLUMN cells SET STORAGE EXTERNAL;
-- Files are compressed already: TOAST must not try again.
ALTER TABLE export_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The operation log.
ALTER TABLE operation_logs ADD CONSTRAINT operation_logs_result
  CHECK (result IN ('SUCCESS', 'REFUSED', 'FAILED') AND (result = 'SUCCESS') = (failure IS NULL));
-- What was refused or failed is rare among what was done.
CREATE INDEX operation_logs_not_done ON operation_logs (created_at DESC, id DESC) WHERE result <> 'SUCCESS';
ALTER TABLE operation_log_seals ADD CONSTRAINT operation_log_seals_seq CHECK (seq >= 1);

-- Room on each page keeps updates of balances on it (HOT), which a batch lives from.
ALTER TABLE limit_accounts SET (fillfactor = 60);
ALTER TABLE fund_accounts SET (fillfactor = 60);
ALTER TABLE limit_batch_rows SET (fillfactor = 60);
ALTER TABLE consumption_days SET (fillfactor = 80);

-- What was written stays as it was.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['operation_logs', 'operation_log_seals', 'operation_log_heads', 'approval_events', 'limit_adjustments',
    'fund_flows', 'merchant_flows'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', name || '_append_only', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name || '_no_truncate', name);
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM xyxlx_app', name);
  END LOOP;
END $$;
REVOKE UPDATE, DELETE ON login_records, security_events FROM xyxlx_app;
REVOKE DELETE ON approvals, maker_days FROM xyxlx_app;

-- The ledger that bills are recomputed from: every movement of a merchant's prepaid money with its sign, from where it is kept.
CREATE VIEW merchant_ledger AS
  SELECT id, tenant_id, merchant_id, employee_id,
         CASE WHEN delta > 0 THEN 'ISSUE' ELSE 'RECOVER' END AS kind,
         delta AS amount, created_at AS occurred_at, seq::text AS source_no
  FROM limit_adjustments WHERE type IN ('INCREASE', 'DECREASE', 'CLEAR', 'RECOVER')
UNION ALL
  SELECT id, tenant_id, merchant_id, employee_id,
         CASE WHEN type = 'REFUND' THEN 'REFUND' ELSE 'CONSUME' END,
         CASE WHEN type = 'REFUND' THEN enterprise ELSE -enterprise END, paid_at, payment_no
  FROM consumption_records WHERE state NOT IN ('PROCESSING', 'FAILED') AND enterprise > 0
UNION ALL
  SELECT id, tenant_id, merchant_id, NULL::uuid, kind,
         CASE WHEN kind = 'FEE' THEN -amount ELSE amount END, occurred_at, flow_no
  FROM merchant_flows;
GRANT SELECT ON merchant_ledger TO xyxlx_app;

-- Takes an idempotency key inside the transaction of its effect; false when another request has answered to it.
-- A request that holds it uncommitted is waited for, two seconds at most (55P03 after that).
CREATE FUNCTION claim_idempotency_key(
  _tenant uuid, _user uuid, _endpoint text, _key text, _hash text, _now timestamptz, _expires timestamptz
) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
BEGIN
  DELETE FROM idempotency_keys
  WHERE tenant_id = _tenant AND user_id = _user AND endpoint = _endpoint AND key = _key AND expires_at <= _now;
  INSERT INTO idempotency_keys (tenant_id, user_id, endpoint, key, request_hash, created_at, expires_at)
  VALUES (_tenant, _user, _endpoint, _key, _hash, _now, _expires)
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
