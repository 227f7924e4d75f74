-- Which repository the work of a run lies in. Rows of earlier versions name none.

alter table cycle add column repository_id uuid,
  add foreign key (workspace_id, repository_id) references repository (workspace_id, id);
alter table task add column repository_id uuid,
  add foreign key (workspace_id, repository_id) references repository (workspace_id, id);
