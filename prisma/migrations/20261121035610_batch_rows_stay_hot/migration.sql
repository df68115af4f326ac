-- Chunks walk the primary key; an index on the state would keep its updates from staying on their page (HOT).
DROP INDEX limit_batch_rows_waiting;
