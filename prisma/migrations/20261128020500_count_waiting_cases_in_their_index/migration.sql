-- Nobody sees a case about themselves, so each count of a queue asks for the subject: it stands in the index.
DROP INDEX risk_cases_to_claim;
CREATE INDEX risk_cases_to_claim ON risk_cases (tenant_id, inbox_id, queue_key, id) INCLUDE (subject_id) WHERE state = 'NEW';
DROP INDEX risk_cases_queue;
CREATE INDEX risk_cases_queue ON risk_cases (tenant_id, queue_key, id) INCLUDE (subject_id) WHERE state = 'NEW';
