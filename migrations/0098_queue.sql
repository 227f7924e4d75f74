-- The queue of durable work becomes one table of the instance. Every process must see all of it, so it has no
-- row-level security, and holds ids alone. Until now it was the schema of pg-boss, whose living jobs move over.

create schema queue;

-- One job for each step that is queued or running. A process may take it from `available_at` on: that is when it is
-- due, and while a process holds it, when that process's lease ends. `lease_id` names the holder's claim. The time has
-- microseconds: rounded up to milliseconds, a job would not be due yet when the worker looks that its commit woke.
create table queue.job (
  id uuid primary key,
  workspace_id uuid not null,
  run_id uuid not null,
  seq integer not null check (seq > 0),
  available_at timestamptz not null,
  lease_id uuid
);
create index job_available on queue.job (available_at, id);

grant usage on schema queue to atelier_tenant;
grant select, insert, update, delete on queue.job to atelier_tenant;

-- A process of the version before that still works loses its steps here; they are taken over when their leases end.
lock table pgboss.job in access exclusive mode;
insert into queue.job (id, workspace_id, run_id, seq, available_at, lease_id)
select id, (data ->> 'workspaceId')::uuid, (data ->> 'runId')::uuid, (data ->> 'seq')::integer,
  case state when 'active' then coalesce(heartbeat_on, started_on, now()) + make_interval(secs => coalesce(heartbeat_seconds, 10))
    else start_after end,
  case state when 'active' then gen_random_uuid() end
from pgboss.job where name = 'step' and state in ('created', 'retry', 'active');

drop schema pgboss cascade;
