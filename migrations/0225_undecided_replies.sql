-- Replies that are neither a clear wish to get no mail nor clearly something else: no more is sent to their address until
-- a person says what they want.
alter table growth_message
  add column needs_decision boolean not null default false,
  add check (not needs_decision or kind = 'reply');
create index growth_message_undecided on growth_message (lead_id) where needs_decision;
create index growth_message_undecided_of_project on growth_message (growth_project_id, lead_id) where needs_decision;
