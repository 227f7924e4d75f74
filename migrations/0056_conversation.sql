-- The conversation of a project, whose messages are in no cycle; and what an agent answered to one message of a cycle.

alter table message
  alter column cycle_id drop not null,
  add column answers_id uuid,
  add column asks_model boolean not null default false,
  add column is_cut boolean not null default false,
  add foreign key (workspace_id, answers_id) references message (workspace_id, id),
  drop constraint message_author_side_check,
  add constraint message_author_side_check check (author_side in ('agency', 'client', 'agent')),
  add constraint message_place check (cycle_id is not null or (task_id is null and agent_id is null)),
  add constraint message_answer check ((author_side = 'agent') = (answers_id is not null));
create index message_of_project_itself on message (project_id, created_at desc, id desc) where cycle_id is null;
create unique index message_answer_to on message (workspace_id, answers_id) where answers_id is not null;
create index message_asking on message (cycle_id) where asks_model;
