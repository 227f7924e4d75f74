-- What a task is to mend that no person and no plan asked for: the checks that do not pass over all changes of its run
-- together, by name, and what they printed. Beside it, whether people changed the plan that a task is of: then the next
-- run of its cycle has it too, and nobody is asked for another plan.

alter table task add column mend jsonb, add column plan_changed bool not null default false;
