-- What the numbers of a tenant's merchants begin with after their M: no two tenants show the same number. Numbers that were given stay.
ALTER TABLE "tenants" ADD COLUMN "merchant_code" INTEGER;

-- Above what any number of before begins with: such a number would be given once more, in its tenant or in another.
UPDATE tenants t SET merchant_code = numbered.code
FROM (SELECT id, row_number() OVER (ORDER BY created_at, id)
    + (SELECT coalesce(max(substring(merchant_no FROM '^M([1-9]\d{1,4})\d{8}$')::int), 9) FROM merchants) AS code FROM tenants) numbered
WHERE numbered.id = t.id;

-- Of two tenants that are added at once the second waits for the first.
CREATE FUNCTION next_merchant_code() RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('tenants.merchant_code', 0));
  RETURN (SELECT coalesce(max(merchant_code), 9) + 1 FROM tenants);
END $$;

ALTER TABLE "tenants"
  ALTER COLUMN "merchant_code" SET DEFAULT next_merchant_code(),
  ALTER COLUMN "merchant_code" SET NOT NULL,
  ADD CONSTRAINT tenants_merchant_code_from CHECK (merchant_code >= 10);

CREATE UNIQUE INDEX "tenants_merchant_code_key" ON "tenants"("merchant_code");
