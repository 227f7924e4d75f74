-- By when its reader decides, the object of a picture of its subject, and why a run failed: null where there is none.
alter table letter
  add column decide_by timestamptz(3),
  add column picture_key text,
  add column why text;
