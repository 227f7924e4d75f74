-- The words of what people search: names of projects, titles and texts of cycles and tasks, and what was said. Row-level
-- security keeps PostgreSQL from using an index of a text search type, whose operators may leak rows; those that compare
-- words may not, so that the words have rows and an index of their own.

create table search_word (
  workspace_id uuid not null references workspace,
  entry_id uuid not null,
  word text collate "C" not null check (length(word) between 1 and 40),
  kind text not null check (kind in ('project', 'cycle', 'task', 'message', 'answer')),
  project_id uuid not null,
  weight smallint not null check (weight in (1, 4)),
  primary key (workspace_id, entry_id, word)
);
create index search_word_found on search_word (workspace_id, word, entry_id desc) include (kind, project_id, weight);

alter table search_word enable row level security;
alter table search_word force row level security;
create policy workspace on search_word to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on search_word to atelier_tenant;

-- Letters and digits, small and without accents; of a long text the first thousand different words.
create function search_words(said text) returns table (word text) language sql immutable as $$
  select distinct left(part, 40) collate "C"
  from regexp_split_to_table(
    regexp_replace(
      normalize(lower(left(said, 32000) collate "und-x-icu"), NFKD), U&'[\0300-\036F]+', '', 'g'
    ) collate "und-x-icu", '[^[:alnum:]_]+') part
  where part <> '' limit 1000
$$;

create function search_say(
  in_workspace uuid, entry uuid, of_kind text, in_project uuid, heading text, body text
) returns void language sql as $$
  delete from search_word where workspace_id = in_workspace and entry_id = entry;
  insert into search_word (workspace_id, entry_id, word, kind, project_id, weight)
  select in_workspace, entry, said.word, of_kind, in_project, max(said.weight)
  from (select word, 4 as weight from search_words(heading)
        union all select word, 1 from search_words(body)) said
  where in_project is not null
  group by said.word
$$;

-- One place for whatever writes these texts, the removal of a project and of a person too: it keeps an index.
create function search_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform search_say(old.workspace_id, old.id, null, null, '', '');
  elsif tg_table_name = 'project' then
    perform search_say(new.workspace_id, new.id, 'project', new.id, new.name, '');
  elsif tg_table_name = 'message' then
    perform search_say(new.workspace_id, new.id,
      case when new.author_side = 'agent' or new.agent_id is not null then 'answer' else 'message' end,
      new.project_id, '', new.content);
  elsif new.deleted_at is null then
    perform search_say(new.workspace_id, new.id, tg_table_name, new.project_id, new.title, new.description);
  else
    delete from search_word w where w.workspace_id = new.workspace_id and w.entry_id = new.id;
    if tg_table_name = 'cycle' then
      delete from search_word w using message m
      where m.cycle_id = new.id and w.workspace_id = m.workspace_id and w.entry_id = m.id;
    end if;
  end if;
  return null;
end
$$;

create trigger search_keep after insert or delete on project for each row execute function search_keep();
create trigger search_renew after update of name on project for each row
  when (old.name is distinct from new.name) execute function search_keep();
create trigger search_keep after insert or delete on cycle for each row execute function search_keep();
create trigger search_renew after update of title, description, deleted_at on cycle for each row
  when ((old.title, old.description, old.deleted_at) is distinct from (new.title, new.description, new.deleted_at)) execute function search_keep();
create trigger search_keep after insert or delete on task for each row execute function search_keep();
create trigger search_renew after update of title, description, deleted_at on task for each row
  when ((old.title, old.description, old.deleted_at) is distinct from (new.title, new.description, new.deleted_at)) execute function search_keep();
create trigger search_keep after insert or delete on message for each row execute function search_keep();
create trigger search_renew after update of content on message for each row
  when (old.content is distinct from new.content) execute function search_keep();

select search_say(workspace_id, id, 'project', id, name, '') from project;
select search_say(workspace_id, id, 'cycle', project_id, title, description) from cycle where deleted_at is null;
select search_say(workspace_id, id, 'task', project_id, title, description) from task where deleted_at is null;
select search_say(workspace_id, id, case when author_side = 'agent' or agent_id is not null then 'answer' else 'message' end,
  project_id, '', content) from message
where cycle_id is null or exists (select from cycle c where c.id = cycle_id and c.deleted_at is null);
