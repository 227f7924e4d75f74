-- What of a call's tokens a cache of the endpoint held or took, and what the model thought: null where not reported.
alter table model_call
  add column cache_read_tokens bigint check (cache_read_tokens >= 0),
  add column cache_write_tokens bigint check (cache_write_tokens >= 0),
  add column reasoning_tokens bigint check (reasoning_tokens >= 0);
