-- Which cards' numbers are still kept by an older key: the first twelve characters of a cipher name its key.
CREATE INDEX cards_by_key ON cards (tenant_id, left(pan_cipher, 12), id);
