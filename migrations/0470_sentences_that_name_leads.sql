-- Sentences of mail of other senders about a lead: they let its mail wait for seven days, and are kept for 30.
alter table growth_message
  add column names_lead boolean not null default false,
  add check (not names_lead or (direction = 'in' and kind = 'reply'));
update growth_message set names_lead = true where message_id like '%@named.invalid';
create index growth_message_naming on growth_message (workspace_id, created_at) where names_lead;

-- In which workspaces something is kept no longer.
grant select (created_at, names_lead) on growth_message to atelier_identity;
