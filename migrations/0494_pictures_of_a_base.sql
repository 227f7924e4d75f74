-- A change of pages that waits for a decision is compared with its base, where the project has no other pictures: the
-- base is built at a host of its own, which cannot be opened either.
alter table deployment_host drop constraint deployment_host_kind_check;
alter table deployment_host add constraint deployment_host_kind_check
  check (kind in ('project', 'cycle-preview', 'production', 'change', 'base'));
alter table deployment_host drop constraint deployment_host_check;
alter table deployment_host add constraint deployment_host_check
  check ((kind in ('cycle-preview', 'change', 'base')) = (cycle_id is not null));
