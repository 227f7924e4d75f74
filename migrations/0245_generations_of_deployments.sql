-- Each deployment of a host has a generation. It is given while the row of the host is locked, so that a request that read an
-- earlier row late never makes an earlier version take the traffic back. A trigger gives it, since a process of the version
-- before inserts rows as well.
-- A migration belongs to no workspace: under row-level security the owner would see no row of these tables.
alter table deployment no force row level security;
alter table deployment_host no force row level security;

alter table deployment_host add column generation integer not null default 0;
alter table deployment add column generation integer;
update deployment set generation = numbered.generation
from (select id, row_number() over (partition by label order by created_at, id) as generation from deployment) numbered
where numbered.id = deployment.id;
update deployment_host set generation = last.generation
from (select label, max(generation) as generation from deployment group by label) last
where last.label = deployment_host.label;
alter table deployment alter column generation set not null;
create unique index deployment_generation on deployment (label, generation);

create function give_generation() returns trigger language plpgsql as $$
begin
  update deployment_host set generation = generation + 1 where label = new.label returning generation into new.generation;
  return new;
end
$$;
create trigger give_generation before insert on deployment for each row execute function give_generation();
grant update (generation) on deployment_host to atelier_tenant;

alter table deployment force row level security;
alter table deployment_host force row level security;
