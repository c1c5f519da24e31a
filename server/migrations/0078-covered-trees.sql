-- How many of a certificate's trees plantings cover: the sum of its coverings.
alter table biomass_certificates add column covered_trees numeric(20, 6) not null default 0;
