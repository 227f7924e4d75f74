-- The folder of a build is its name in the folder of builds of each machine, which may be another one after a restore.
-- A migration belongs to no workspace: under row-level security the owner would see no row of this table.
alter table deployment no force row level security;
update deployment set build = jsonb_set(build, '{folder}', to_jsonb(regexp_replace(build ->> 'folder', '^.*/', '')))
where build is not null;
alter table deployment force row level security;
