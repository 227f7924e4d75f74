-- Search finds clients, leads, secrets and others by any part of their name, in any case and with any accents.

-- A name as the words of a search are kept: small and without Latin accents, as in search_runs().
create function searched_name(name text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(name) = char_length(name) then
    return lower(name collate "C");
  end if;
  return normalize(
    regexp_replace(normalize(lower(name collate "und-x-icu"), NFKD), U&'[\0300-\036F]+', '', 'g'), NFC
  );
end
$$;

-- Of leads there are many, and what they are called is in their evidence.
alter table growth_lead add column searched_name text generated always as (
  searched_name(
    coalesce(evidence #>> '{name,value}', '') || ' ' || coalesce(evidence #>> '{firstName,value}', '') || ' '
    || coalesce(evidence #>> '{lastName,value}', '') || ' ' || coalesce(evidence #>> '{company,value}', '') || ' '
    || coalesce(address, '') || ' ' || domain
  )
) stored;
create index growth_lead_newest on growth_lead (workspace_id, created_at desc, id desc);
create index growth_play_newest on growth_play (workspace_id, created_at desc, id desc);
create index secret_entry_key on secret_entry (workspace_id, key);
