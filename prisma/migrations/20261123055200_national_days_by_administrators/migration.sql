-- Platform administrators keep the national calendar; it was written by migrations alone.
GRANT INSERT, UPDATE, DELETE ON national_days TO xyxlx_app;
