-- What became of the rounds that follow the coder's part of a task: tests, documentation and the like, each once.

alter table task add column rounds jsonb not null default '[]' check (jsonb_typeof(rounds) = 'array');
