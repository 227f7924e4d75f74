-- Pictures of a deployment, taken by a browser in a sandbox once the deployment is live.

-- Null for deployments of which no pictures are taken.
alter table deployment add column pictures_state text
  check (pictures_state in ('waiting', 'taken', 'no_browser', 'browser_failed', 'removed'));

create table deployment_picture (
  id uuid primary key,
  workspace_id uuid not null,
  deployment_id uuid not null references deployment (id),
  -- The place among the pictures of the deployment.
  place integer not null check (place between 0 and 99),
  path text not null check (length(path) between 1 and 500),
  form text not null check (form in ('desktop', 'phone')),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  -- The status of the page's answer; 0 where it had none.
  http_status integer not null check (http_status between 0 and 599),
  size_bytes integer not null check (size_bytes > 0),
  taken_at timestamptz(3) not null,
  unique (deployment_id, place)
);
create index deployment_with_pictures on deployment (repository_id, created_at desc)
  where pictures_state = 'taken';

alter table deployment_picture enable row level security;
alter table deployment_picture force row level security;
create policy workspace on deployment_picture to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on deployment_picture to atelier_tenant;
