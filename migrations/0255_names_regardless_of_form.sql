-- Two names of one kind of thing are the same regardless of capitals and of how their accents are composed. Until now
-- “É” and “E” with an accent were two names, and so were “Ä” and “ä” in a database whose locale is C.

-- Lower letters of every script, whatever the locale of the database; PostgreSQL has a collation for this of its own from 17.
create function name_key_of(name text) returns text language plpgsql stable strict parallel safe as $$
begin
  if current_setting('server_version_num')::integer >= 170000 then
    return lower(normalize(name, nfc) collate pg_catalog.pg_c_utf8);
  end if;
  if exists (select from pg_catalog.pg_collation where collname = 'und-x-icu') then
    return lower(normalize(name, nfc) collate pg_catalog."und-x-icu");
  end if;
  return lower(normalize(name, nfc));
end
$$;

create function set_name_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.name <> old.name then
    new.name_key := name_key_of(new.name);
  end if;
  return new;
end
$$;

-- Of stored names that are the same now, the oldest has the key. The others stay as they are, without one, until they
-- get another name.
alter table client_account add column name_key text;
alter table client_account no force row level security;
update client_account set name_key = name_key_of(name);
update client_account a set name_key = null
where archived_at is null and exists (
  select from client_account b
  where b.workspace_id = a.workspace_id and b.archived_at is null and b.name_key = a.name_key and b.id < a.id
);
alter table client_account force row level security;
drop index client_account_name;
create unique index client_account_name on client_account (workspace_id, name_key) where archived_at is null;
create trigger name_key before insert or update of name on client_account
  for each row execute function set_name_key();

alter table agent add column name_key text;
alter table agent no force row level security;
update agent set name_key = name_key_of(name);
update agent a set name_key = null
where deactivated_at is null and exists (
  select from agent b
  where b.workspace_id = a.workspace_id and b.project_id is not distinct from a.project_id
    and b.deactivated_at is null and b.name_key = a.name_key and b.id < a.id
);
alter table agent force row level security;
drop index agent_name;
create unique index agent_name on agent (workspace_id, coalesce(project_id, workspace_id), name_key)
  where deactivated_at is null;
create trigger name_key before insert or update of name on agent for each row execute function set_name_key();

alter table code_host add column name_key text;
alter table code_host no force row level security;
update code_host set name_key = name_key_of(name);
update code_host a set name_key = null
where exists (
  select from code_host b where b.workspace_id = a.workspace_id and b.name_key = a.name_key and b.id < a.id
);
alter table code_host force row level security;
drop index code_host_name;
create unique index code_host_name on code_host (workspace_id, name_key);
create trigger name_key before insert or update of name on code_host for each row execute function set_name_key();

alter table tracker add column name_key text;
alter table tracker no force row level security;
update tracker set name_key = name_key_of(name);
update tracker a set name_key = null
where exists (
  select from tracker b where b.workspace_id = a.workspace_id and b.name_key = a.name_key and b.id < a.id
);
alter table tracker force row level security;
drop index tracker_name;
create unique index tracker_name on tracker (workspace_id, name_key);
create trigger name_key before insert or update of name on tracker for each row execute function set_name_key();

alter table chat_channel add column name_key text;
alter table chat_channel no force row level security;
update chat_channel set name_key = name_key_of(name);
update chat_channel a set name_key = null
where exists (
  select from chat_channel b where b.workspace_id = a.workspace_id and b.name_key = a.name_key and b.id < a.id
);
alter table chat_channel force row level security;
drop index chat_channel_name;
create unique index chat_channel_name on chat_channel (workspace_id, name_key);
create trigger name_key before insert or update of name on chat_channel for each row execute function set_name_key();
