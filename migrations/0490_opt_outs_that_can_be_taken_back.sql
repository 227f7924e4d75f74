-- The mail by which a rule alone opted a lead out, where its words hold more than the wish; null for an opt-out that lasts.
alter table growth_lead
  add column opt_out_message_id uuid,
  add constraint growth_lead_opt_out_message check (opt_out_message_id is null or opted_out_at is not null);
