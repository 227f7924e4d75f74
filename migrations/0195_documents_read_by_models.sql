-- Whom a model is called for that reads a document, and whose project pays; null where no model reads it.
alter table ai_parse
  add column paid_by uuid,
  add column paying_project_id uuid,
  add constraint ai_parse_payer check (engine <> 'native' or paid_by is not null),
  add constraint ai_parse_paying_project foreign key (workspace_id, paying_project_id) references project (workspace_id, id);
create index ai_parse_of_project on ai_parse (paying_project_id) where paying_project_id is not null;
