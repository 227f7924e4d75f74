-- Public facts of companies, from websites that this product read itself. A row names no workspace and no person: it is
-- shared by all workspaces, and has no row-level security.
create table growth_company (
  domain text primary key check (length(domain) between 3 and 253),
  name text not null check (length(name) between 1 and 200),
  -- The name without its legal form, folded: what a search by name compares.
  name_key text not null check (length(name_key) between 1 and 200),
  country text check (country ~ '^[A-Z]{2}$'),
  -- The address of its imprint, and the numbers there.
  imprint_url text not null check (length(imprint_url) between 1 and 2000),
  register_number text check (length(register_number) between 1 and 100),
  vat_number text check (length(vat_number) between 1 and 20),
  read_at timestamptz(3) not null
);
create index growth_company_name on growth_company (name_key);
grant select, insert, update on growth_company to atelier_tenant;

-- Which workspace supplied which company.
create table growth_company_supply (
  workspace_id uuid not null references workspace,
  domain text not null references growth_company,
  supplied_at timestamptz(3) not null,
  primary key (workspace_id, domain)
);
alter table growth_company_supply enable row level security;
alter table growth_company_supply force row level security;
create policy workspace on growth_company_supply to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on growth_company_supply to atelier_tenant;

-- Whether companies whose imprint is read for this workspace are added to the index.
alter table growth_settings add column contributes_to_index boolean not null default false;
