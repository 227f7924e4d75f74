-- A page of a project's revisions costs the page, however many there are.
create index revision_newest on revision (project_id, created_at desc, id desc);
