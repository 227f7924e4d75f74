-- People hold the slot of a sandbox for as long as they work in it; other requests end.
alter table sandbox_slot
  drop constraint sandbox_slot_kind_check,
  drop constraint sandbox_slot_check1,
  drop constraint sandbox_slot_check2,
  add constraint sandbox_slot_kind_check check (kind in ('run', 'request', 'people')),
  add constraint sandbox_slot_check1 check ((kind = 'run') = (process is null)),
  add constraint sandbox_slot_check2 check ((kind = 'run') = (lease_until is null));
