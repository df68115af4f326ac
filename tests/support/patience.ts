/** Settings under which a stalled machine does not look like an overloaded service; the tests of overload set their own. */
export const patience = { DATABASE_WAIT: '10s', EVENT_LOOP_DELAY: '10s' };
