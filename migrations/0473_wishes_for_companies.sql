-- The domain of a company that a mail asks to leave alone: nobody there gets mail until a person sorts the mail.
alter table growth_message
  add column held_domain text check (length(held_domain) between 3 and 253),
  add check (held_domain is null or direction = 'in');
create index growth_message_held on growth_message (workspace_id, held_domain) where held_domain is not null;
