-- The conversation of a cycle: who may drive its agents, for which agent a message is, and when one got it first.

alter table message
  add column agent_id uuid,
  add column drives boolean not null default false,
  add column given_at timestamptz(3);
create index message_of_cycle on message (cycle_id, created_at desc, id desc) where task_id is null;
grant update (given_at) on message to atelier_tenant;
