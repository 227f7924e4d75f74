-- The export of a lead lists the look-ups about it.
create index growth_provider_call_of_lead on growth_provider_call (lead_id, sent_at desc) where lead_id is not null;
