-- Mail on its way out: what a transaction wants said to somebody, until a server has taken it.

-- Written by both roles, beside the effect that it tells of; `workspace_id` is null where it is about a person alone.
-- What it says holds links that open doors, so it lies here sealed, and is gone with the last attempt.
create table mail (
  id uuid primary key,
  workspace_id uuid references workspace,
  kind text not null check (kind ~ '^[a-z_]+(\.[a-z_]+)*$' and length(kind) <= 60),
  recipient text not null check (length(recipient) <= 320),
  state text not null check (state in ('queued', 'sent', 'outbox', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz(3) not null,
  holder uuid,
  leased_until timestamptz(3),
  last_error text check (length(last_error) <= 300),
  root_key_id text,
  wrapped bytea,
  sealed bytea check (length(sealed) <= 262144),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((state = 'queued') = (ended_at is null)),
  check ((holder is null) = (leased_until is null)),
  check (state = 'queued' or (sealed is null and holder is null)),
  check ((sealed is null) = (wrapped is null) and (sealed is null) = (root_key_id is null))
);
create index mail_due on mail (next_attempt_at) where state = 'queued';
create index mail_workspace on mail (workspace_id, created_at desc, id desc) where workspace_id is not null;
create index mail_recipient on mail (recipient);
create index mail_ended on mail (ended_at) where ended_at is not null;

alter table mail enable row level security;
alter table mail force row level security;
-- A workspace queues mail of its own and sees how it fared; what carries mail out sees all of it.
create policy workspace on mail to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy delivery on mail to atelier_identity using (true);

grant select, insert on mail to atelier_tenant;
grant select, insert, delete on mail to atelier_identity;
grant update (state, attempts, next_attempt_at, holder, leased_until, last_error, root_key_id, wrapped, sealed, ended_at)
  on mail to atelier_identity;
