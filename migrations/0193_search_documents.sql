-- The words of parsed documents, which the agency searches. A document of no project is the workspace's own.
alter table search_word drop constraint search_word_kind_check;
alter table search_word add constraint search_word_kind_check
  check (kind in ('project', 'cycle', 'task', 'message', 'answer', 'document')) not valid;
alter table search_word validate constraint search_word_kind_check;
alter table search_word alter column project_id drop not null;
alter table search_word add constraint search_word_has_project check (project_id is not null or kind = 'document') not valid;
alter table search_word validate constraint search_word_has_project;

-- Adds words to a document, of the first twenty thousand different ones.
create function search_add(document ai_document, said text, at_weight smallint) returns void language sql as $$
  insert into search_word (workspace_id, entry_id, word, kind, project_id, weight)
  select document.workspace_id, document.id, word, 'document', document.project_id, at_weight from search_words(said)
  where (select count(*) from (select from search_word w
    where w.workspace_id = document.workspace_id and w.entry_id = document.id limit 20000) known) < 20000
  on conflict (workspace_id, entry_id, word) do nothing
$$;

create function search_keep_document() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from search_word w where w.workspace_id = old.workspace_id and w.entry_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    perform search_add(new, new.title, 4::smallint);
    perform search_add(new, page.markdown, 1::smallint)
      from (select markdown from ai_page where parse_id = new.parse_id order by number) page;
  end if;
  return null;
end
$$;
create trigger search_keep after insert or delete on ai_document for each row execute function search_keep_document();
create trigger search_renew after update of title on ai_document for each row
  when (old.title is distinct from new.title) execute function search_keep_document();

-- A page that is read later belongs to all documents of its parse. The lock waits for requests that add a document to the
-- parse at the same time, so that each page is seen by one of both.
create function search_keep_page() returns trigger language plpgsql as $$
begin
  perform from ai_parse where id = new.parse_id for share;
  perform search_add(document, new.markdown, 1::smallint) from ai_document document where document.parse_id = new.parse_id;
  return null;
end
$$;
create trigger search_keep after insert on ai_page for each row when (new.markdown <> '') execute function search_keep_page();

select search_add(document, document.title, 4::smallint) from ai_document document;
select search_add(document, page.markdown, 1::smallint)
from ai_document document join ai_page page on page.parse_id = document.parse_id;
