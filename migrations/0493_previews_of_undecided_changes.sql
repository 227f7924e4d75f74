-- A change of pages that waits for a decision is built for its pictures: at a host of its own that cannot be opened, and
-- without the secrets of the project.
alter table deployment add column undecided boolean not null default false;
alter table deployment add check (not undecided or kind = 'cycle-preview');
alter table deployment_host drop constraint deployment_host_kind_check;
alter table deployment_host add constraint deployment_host_kind_check
  check (kind in ('project', 'cycle-preview', 'production', 'change'));
alter table deployment_host drop constraint deployment_host_check;
alter table deployment_host add constraint deployment_host_check
  check ((kind in ('cycle-preview', 'change')) = (cycle_id is not null));
grant select (kind) on deployment_host to atelier_identity;
