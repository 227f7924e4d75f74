-- A start asks whether the database knows repositories that its disk should hold.
grant select (project_id, host) on repository to atelier_identity;
grant select (id) on project to atelier_identity;
