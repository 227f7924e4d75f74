-- A project that was made without repositories has a history of its own: an empty root commit on Atelier's host. The
-- repository that holds it is not one that somebody attached.

alter table repository add column attached boolean not null default true;

alter table revision drop constraint revision_source_check;
alter table revision add constraint revision_source_check check (source in ('created', 'import', 'merge', 'upload'));
