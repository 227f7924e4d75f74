-- A lead that said no gets no mail of another growth project of the workspace, unless a person confirmed it for that project.
alter table growth_lead
  add column refused_at timestamptz(3),
  add column refusal_confirmed_at timestamptz(3);
update growth_lead set refused_at = (select max(received_at) from growth_message
  where growth_message.lead_id = growth_lead.id and kind = 'reply' and intent = 'not_interested')
where replied_at is not null;
create index growth_lead_refused on growth_lead (workspace_id, refused_at) where refused_at is not null;

alter table growth_settings
  add column refusal_days integer not null default 730 check (refusal_days between 30 and 3650);
