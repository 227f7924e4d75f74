-- The brand of a workspace: a draft, what is published of it, its pictures, and the name of its portal.

create table brand_kit (
  workspace_id uuid primary key references workspace,
  draft jsonb not null default '{}',
  revision integer not null default 0 check (revision >= 0),
  updated_at timestamptz(3),
  updated_by uuid,
  extraction jsonb,
  extracted_at timestamptz(3),
  published jsonb,
  version integer check (version > 0),
  portal_enabled boolean not null default false,
  published_at timestamptz(3),
  published_by uuid,
  check ((updated_at is null) = (updated_by is null)),
  check ((extraction is null) = (extracted_at is null)),
  check ((published is null) = (version is null)),
  check ((published is null) = (published_at is null)),
  check ((published is null) = (published_by is null)),
  check (published is not null or not portal_enabled)
);

-- Named by the SHA-256 of its bytes: small enough to be written, published and dropped in one transaction with its kit.
create table brand_image (
  workspace_id uuid not null references workspace,
  id text not null check (id ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type ~ '^image/[a-z+.-]+$'),
  content bytea not null check (length(content) between 1 and 262144),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

-- A name stays with the workspace that had it once: whoever follows an old link must not meet another agency.
create table portal_slug (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 40),
  workspace_id uuid not null references workspace,
  held_since timestamptz(3) not null,
  given_up_at timestamptz(3)
);
create unique index portal_slug_current on portal_slug (workspace_id) where given_up_at is null;
create index portal_slug_workspace on portal_slug (workspace_id);

do $$
declare name text;
begin
  foreach name in array array['brand_kit', 'brand_image', 'portal_slug']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update on brand_kit to atelier_tenant;
grant select, insert, delete on brand_image to atelier_tenant;
grant select, insert, update on portal_slug to atelier_tenant;

-- Which workspace a name means is asked before a workspace is known.
create policy lookup on portal_slug for select to atelier_identity using (true);
grant select (slug, workspace_id, given_up_at) on portal_slug to atelier_identity;
