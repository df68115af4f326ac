-- A seed of demo data made the indexes of postings again for the table alone and not for its partitions, which leaves them out of use.
DO $$
DECLARE index record;
BEGIN
  FOR index IN
    SELECT indexrelid::regclass AS name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition
    FROM pg_index WHERE indrelid = 'ledger_postings'::regclass AND NOT indisvalid
  LOOP
    EXECUTE format('DROP INDEX %s', index.name);
    EXECUTE index.definition;
  END LOOP;
END $$;
