-- Where a process of the machine answers other processes of the instance, for what any process of it can read.
alter table machine add column address text;
