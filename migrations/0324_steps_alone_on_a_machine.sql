-- A step in which many processes died is tried on a machine without other steps: none begins there while its run has the slot.
alter table sandbox_slot add column alone boolean not null default false;
