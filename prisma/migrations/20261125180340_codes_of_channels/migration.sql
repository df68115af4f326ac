-- AlterTable
ALTER TABLE "top_ups" ADD COLUMN     "channel_no" TEXT,
ADD COLUMN     "pay_text" TEXT;

-- A code is a channel's: it makes one while the top-up waits for its payment, of what fits into a QR code.
ALTER TABLE top_ups ADD CONSTRAINT top_ups_code CHECK ((pay_text IS NULL AND channel_no IS NULL) OR (binding_id IS NOT NULL AND char_length(pay_text) BETWEEN 1 AND 1024));

CREATE FUNCTION refuse_late_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_late_code: a top-up that is % gets no code', OLD.state USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER top_ups_late_code BEFORE UPDATE ON top_ups FOR EACH ROW
  WHEN (OLD.state <> 'WAITING' AND (NEW.pay_text, NEW.channel_no) IS DISTINCT FROM (OLD.pay_text, OLD.channel_no))
  EXECUTE FUNCTION refuse_late_code();
