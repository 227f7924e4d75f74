-- When a lead last wrote back, and what its newest mail wants, for the list of threads of a growth project.
alter table growth_lead
  add column replied_at timestamptz(3),
  add column reply_intent text check (reply_intent in
    ('interested', 'not_now', 'not_interested', 'question', 'out_of_office', 'unsubscribe', 'other')),
  add check (reply_intent is null or replied_at is not null);
create index growth_lead_threads on growth_lead (growth_project_id, greatest(contacted_at, replied_at) desc, id desc)
  where contacted_at is not null or replied_at is not null;

create index growth_message_of_sender on growth_message (workspace_id, sender_address) where sender_address is not null;
