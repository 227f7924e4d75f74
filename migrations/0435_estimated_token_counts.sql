-- Whether the counts of tokens of a call, or of an item of a batch, contradict one another: the larger ones stand then.
alter table model_call add column is_estimate boolean not null default false;
alter table ai_batch_item add column is_estimate boolean not null default false;
