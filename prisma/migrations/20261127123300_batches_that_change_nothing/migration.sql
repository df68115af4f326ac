-- A sheet without a change is not one that failed.
ALTER TABLE limit_batches
  DROP CONSTRAINT limit_batches_state_values,
  ADD CONSTRAINT limit_batches_state_values CHECK (state IN ('CHECKING', 'READY', 'SUBMITTED', 'REJECTED', 'RUNNING', 'STOPPED', 'DONE',
    'PARTLY_DONE', 'FAILED', 'UNCHANGED', 'CANCELLED', 'UNDOING', 'UNDONE'));
