-- Until it is issued a bill says what the ledger says at that moment. Seeds had written figures into open ones, which the next change of bills
-- holds to its rules; where that one was made already there is nothing to do.
UPDATE bills SET opening = 0, top_up = 0, issued = 0, refunded = 0, consumed = 0, recovered = 0, fee = 0, closing = 0
WHERE state = 'OPEN' AND to_regclass('bill_lines') IS NULL;
