-- Whether somebody said what the model costs: without that, a cost of 0 says nothing.
alter table model_call add column is_priced boolean not null default true;
