-- What a router of models offers, as it last said. The same for every workspace, so that it belongs to none; an attempt
-- that failed leaves what was there and says why.
create table model_catalog (
  source text primary key check (length(source) between 1 and 2048),
  models jsonb,
  is_whole boolean not null,
  fetched_at timestamptz(3),
  tried_at timestamptz(3) not null,
  failure text check (length(failure) between 1 and 500),
  check ((models is null) = (fetched_at is null))
);

grant select, insert, update on model_catalog to atelier_tenant;
