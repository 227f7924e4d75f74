-- An import whose bundle was refused has ended: size, hash and manifest were declared with it, so none can mend it.
alter table project_import drop constraint project_import_status_check;
alter table project_import add constraint project_import_status_check
  check (status in ('accepting', 'uploaded', 'finalizing', 'finalized', 'rejected'));
alter table project_import add column rejection jsonb;
alter table project_import add column rejected_at timestamptz(3);
alter table project_import add constraint project_import_rejection_check
  check ((status = 'rejected') = (rejection is not null and rejected_at is not null));
