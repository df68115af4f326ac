-- Whether what was found on trial is among new alerts is asked once a statement: for each row it was planned anew, a third of what raising
-- alerts took. An alert is never another hit's (`refuse_other_alert`).
DROP TRIGGER risk_alerts_no_shadow ON risk_alerts;
DROP TRIGGER risk_pending_hits_no_shadow ON risk_pending_hits;
CREATE OR REPLACE FUNCTION refuse_shadow_hit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE shadow boolean;
BEGIN
  EXECUTE format('SELECT bool_or(h.shadow) FROM %s h WHERE (h.tenant_id, h.id) IN (SELECT w.tenant_id, w.hit_id FROM written w)',
    referred_by(TG_RELID, 'hit_id')) INTO shadow;
  IF shadow THEN
    RAISE EXCEPTION 'refuse_shadow_hit: what was found on trial is no alert' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER risk_alerts_no_shadow AFTER INSERT ON risk_alerts REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_shadow_hit();
CREATE TRIGGER risk_pending_hits_no_shadow AFTER INSERT ON risk_pending_hits REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_shadow_hit();
