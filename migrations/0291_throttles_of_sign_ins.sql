-- Failed sign-ins and letters that were asked for, counted for all servers together. `slot` is 16 bits of a keyed hash of
-- the network, account or browser, so that a row names no person and a crowd of networks adds no more than 65,536 of each
-- kind.
create table throttle (
  kind text not null check (kind in ('account', 'network', 'letter')),
  slot integer not null check (slot between 0 and 65535),
  failures integer not null check (failures > 0),
  next_at timestamptz not null,
  forgotten_at timestamptz not null,
  primary key (kind, slot)
);

create index throttle_by_end on throttle (forgotten_at);
grant select, insert, update, delete on throttle to atelier_identity;
