-- How a delivery is to move a target of the primary repository that is not its default branch: of that one alone
-- revisions say where it stands.

alter table cycle add column target_from_sha text, add column target_to_sha text,
  add check ((target_from_sha is null) = (target_to_sha is null));
