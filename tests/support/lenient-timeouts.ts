/** Settings under which a stalled machine does not look like an overloaded service; the tests of overload set their own. */
export const lenientTimeouts = {
  DATABASE_WAIT: '10s',
  DATABASE_STATEMENT_TIMEOUT: '30s',
  DATABASE_LOCK_TIMEOUT: '30s',
  DATABASE_IDLE_TIMEOUT: '30s',
  EVENT_LOOP_DELAY: '10s',
};
