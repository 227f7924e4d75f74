-- Whether the agents of a cycle's current run have a desktop.
alter table cycle add column run_has_desktop boolean not null default false;
