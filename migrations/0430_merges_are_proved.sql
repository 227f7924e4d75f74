-- A merge at a code host counts once the change is found in its target.

alter table pull_request
  -- The head that the host showed last.
  add column head_sha text check (head_sha ~ '^[0-9a-f]{40}$'),
  -- Why a merge that the host reports does not count yet: a person is asked.
  add column doubt text check (length(doubt) between 1 and 1000),
  -- When a person said that it counts all the same.
  add column accepted_at timestamptz(3),
  add constraint pull_request_doubt check (doubt is null or state in ('merged', 'closed'));
