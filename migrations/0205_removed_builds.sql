-- When the build of a deployment was removed to make room; the deployment stays in the history.
alter table deployment add column build_removed_at timestamptz(3);
