ALTER TABLE card_authorizations DROP CONSTRAINT card_authorizations_response_code_values,
  ADD CONSTRAINT card_authorizations_response_code_values
  CHECK (response_code IN ('00', '05', '10', '94', '14', '78', '41', '62', '54', '46', '03', '57', '61', '65', '51', '96'));
