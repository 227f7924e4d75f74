-- The project of an audit row stays when the details that named it are erased: its id names nobody, and the project's
-- part of the log is found by it.
alter table audit_row alter column project_id drop expression;
