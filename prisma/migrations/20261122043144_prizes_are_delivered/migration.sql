-- AlterTable
ALTER TABLE "lottery_records" ADD COLUMN     "carrier" TEXT,
ADD COLUMN     "delivery_no" TEXT;

-- Prizes that were handed out before have no number: they keep that, and every later one has one.
ALTER TABLE lottery_records ADD CONSTRAINT lottery_records_delivery_no
  CHECK ((delivery_no IS NOT NULL) = (state = 'AWARDED' AND prize_type IN ('COUPON', 'GOODS'))) NOT VALID;
ALTER TABLE lottery_records ADD CONSTRAINT lottery_records_carrier
  CHECK ((carrier IS NOT NULL) = (delivery_no IS NOT NULL AND prize_type = 'GOODS'));
ALTER TABLE lottery_records ADD CONSTRAINT lottery_records_awarded_at CHECK ((state = 'AWARDED') = (awarded_at IS NOT NULL)) NOT VALID;
ALTER TABLE lottery_records ADD CONSTRAINT lottery_records_failure CHECK (state <> 'FAILED' OR failure IS NOT NULL) NOT VALID;
ALTER TABLE lottery_records ADD CONSTRAINT lottery_records_not_won CHECK ((state = 'NOT_WON') = (prize_type = 'NONE')) NOT VALID;
ALTER TABLE lottery_records ADD CONSTRAINT lottery_records_awarding CHECK (state <> 'AWARDING' OR prize_type IN ('COUPON', 'GOODS'));

-- A coupon's code is given once; a parcel may hold several prizes.
CREATE UNIQUE INDEX lottery_records_code ON lottery_records (tenant_id, delivery_no) WHERE prize_type = 'COUPON';

-- 待发放/发放失败 → 发放中 → 已发放/发放失败; a limit arrives at once; what is not under way may expire. The rest is final.
CREATE FUNCTION lottery_records_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE NEW.state
    WHEN 'AWARDING' THEN OLD.state IN ('PENDING', 'FAILED')
    WHEN 'AWARDED' THEN OLD.state = 'AWARDING' OR (OLD.state IN ('PENDING', 'FAILED') AND OLD.prize_type = 'LIMIT')
    WHEN 'FAILED' THEN OLD.state = 'AWARDING'
    WHEN 'EXPIRED' THEN OLD.state IN ('PENDING', 'FAILED')
    ELSE false END)
  THEN
    RAISE EXCEPTION 'lottery_records_move: % can not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lottery_records_move BEFORE UPDATE ON lottery_records FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION lottery_records_move();
