-- Mail that anybody can cause by naming the address; how much of it goes to one address is limited.
alter table mail add column on_request boolean not null default false;
