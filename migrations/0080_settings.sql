-- A workspace's name, time zone and locale, which administrators change with an audit row of the same transaction: that is
-- the role atelier_tenant's, which sees its own workspace and no other.
alter table workspace
  add column settings_revision integer not null default 0 check (settings_revision >= 0),
  add constraint workspace_time_zone check (length(time_zone) between 1 and 100),
  add constraint workspace_locale check (length(locale) between 2 and 35);
alter table workspace enable row level security;
create policy identity on workspace to atelier_identity using (true) with check (true);
create policy workspace on workspace to atelier_tenant
  using (id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select (id, name, time_zone, locale, settings_revision) on workspace to atelier_tenant;
grant update (name, time_zone, locale, settings_revision) on workspace to atelier_tenant;

-- How a person wants the console to look and behave, on every device; null where the device says it.
create table person_preference (
  user_id uuid primary key references users on delete cascade,
  theme text check (theme in ('light', 'dark')),
  density text check (density in ('normal', 'compact')),
  language text check (language in ('en', 'de')),
  single_keys boolean not null,
  updated_at timestamptz(3) not null
);
grant select, insert, update, delete on person_preference to atelier_identity;
