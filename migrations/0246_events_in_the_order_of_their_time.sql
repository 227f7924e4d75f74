-- The time of the newest event: a transaction that began earlier and commits later gets no earlier one.
alter table ledger add column event_at timestamptz(3);
