-- What holds for all outreach of a workspace. Without a row the defaults of domains/growth/settings/rules.ts hold.
create table growth_settings (
  workspace_id uuid primary key references workspace,
  -- What growth may spend in a month; null for no limit of its own.
  hard_cap_micros bigint check (hard_cap_micros between 0 and 1000000000000),
  booking_url text check (length(booking_url) between 1 and 2000),
  sender_postal_address text check (length(sender_postal_address) between 1 and 500),
  send_approval text not null check (send_approval in ('always', 'by_play')),
  sending_days text[] not null check (cardinality(sending_days) between 1 and 7),
  sending_from text not null check (sending_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  sending_until text not null check (sending_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  lead_retention_days integer not null check (lead_retention_days between 30 and 1095),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  check (sending_from < sending_until)
);
alter table growth_settings enable row level security;
alter table growth_settings force row level security;
create policy workspace on growth_settings to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on growth_settings to atelier_tenant;

-- What calls that belong to no cycle cost in a month.
create index model_call_outside_cycles on model_call (workspace_id, step, sent_at) where cycle_id is null;
