-- A company and all below it. A function, since a recursive query within another one can't be sent to the server that has the tenant.
CREATE FUNCTION companies_below(_tenant uuid, _company uuid) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE below AS (
      SELECT c.id FROM companies c WHERE c.tenant_id = _tenant AND c.id = _company
      UNION SELECT c.id FROM companies c JOIN below b ON c.parent_id = b.id AND c.tenant_id = _tenant)
    SELECT array_agg(id ORDER BY id) FROM below);
END $$;
