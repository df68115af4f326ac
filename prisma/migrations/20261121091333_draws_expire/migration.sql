-- What the clock looks for every minute, and what waits for somebody.
CREATE INDEX lottery_records_waiting ON lottery_records (expires_at) WHERE state IN ('PENDING', 'FAILED');

-- A prize that has expired is spent no longer.
UPDATE lottery_activities a SET spent = a.spent - e.value
FROM (SELECT activity_id, sum(value) AS value FROM lottery_records WHERE state = 'EXPIRED' GROUP BY 1) e
WHERE a.id = e.activity_id;
