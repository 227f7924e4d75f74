-- Failures of cycles that a person has dismissed: for each the cycle, and when it failed. The newest 200.

alter table person_preference add column dismissed_failures jsonb not null default '[]'
  check (jsonb_typeof(dismissed_failures) = 'array' and jsonb_array_length(dismissed_failures) <= 200);
