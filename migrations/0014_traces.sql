-- The trace of whoever started a run, so that its steps, calls and events continue it on any process.
alter table run add column trace jsonb check (length(trace::text) <= 2000);
