-- Whom the account has made the link for, as printed on the offer. It belongs to the link: the same quote can be offered to another
-- customer with a new one.
alter table quote_links add column recipient text;
