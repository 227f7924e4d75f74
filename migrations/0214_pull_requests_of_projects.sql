-- The exchanges of one project with its code host go one after another, so what is due is read with its project.
grant select (project_id) on pull_request to atelier_identity;
