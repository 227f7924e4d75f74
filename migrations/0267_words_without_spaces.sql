-- Search finds words anywhere in texts of scripts that put no spaces between words. Until now they were found at the start
-- of a run of letters alone, and marks that belong to a letter, as in プ or ท่, ended a word.

-- Characters of scripts without spaces between words, or that add syllables to them: Thai, Lao, Burmese, Khmer, kana,
-- Chinese characters, Hangul.
create or replace function search_dense() returns text language sql immutable as $$
  select '\u0E01-\u0E3A\u0E40-\u0E4E\u0E81-\u0ECD\u1000-\u103F\u1050-\u109D\u1780-\u17D3\u3005-\u3007\u3041-\u30FA\u30FC-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\U00020000-\U0003FFFF'
$$;

-- The runs of letters, digits and marks in a text, small and without Latin accents, in their order.
create or replace function search_runs(said text) returns table (run text, at bigint, is_dense boolean) language sql immutable as $$
  select part, number, part ~ ('^[' || search_dense() || ']')
  from regexp_split_to_table(
    regexp_replace(
      normalize(
        regexp_replace(
          normalize(lower(left(said, 32000) collate "und-x-icu"), NFKD), U&'[\0300-\036F]+', '', 'g'
        ), NFC
      ) collate "und-x-icu",
      '([' || search_dense() || ']+)', ' \1 ', 'g'
    ),
    '[^[:alnum:]_\u0900-\u0963\u0966-\u0DF3' || search_dense() || ']+'
  ) with ordinality as parts (part, number)
  where part <> ''
$$;

-- What a text is found by: its words, and of dense runs what begins at each of their characters; of a long text the first
-- thousand different ones.
create or replace function search_words(said text) returns table (word text) language sql immutable as $$
  select (case when is_dense then substr(run, start, 8) else left(run, 40) end) collate "C" as word
  from search_runs(said), generate_series(1, case when is_dense then length(run) else 1 end) start
  group by 1 order by min(at), min(start) limit 1000
$$;

-- What is looked for: words, and of dense runs one piece after the other.
create or replace function search_terms(asked text) returns table (word text) language sql immutable as $$
  select distinct (case when is_dense then substr(run, start, 8) else left(run, 40) end) collate "C"
  from search_runs(asked), generate_series(1, case when is_dense then length(run) else 1 end, 8) start
$$;

alter table project no force row level security;
alter table cycle no force row level security;
alter table task no force row level security;
alter table message no force row level security;
alter table ai_document no force row level security;
alter table ai_page no force row level security;
alter table search_word no force row level security;

-- Texts of Latin, Greek and Cyrillic letters have the same words as before.
select search_say(workspace_id, id, 'project', id, name, '') from project
where name ~ '[\u0590-\u1DFF\u2C00-\uFFEF\U00020000-\U0003FFFF]';
select search_say(workspace_id, id, 'cycle', project_id, title, description) from cycle
where deleted_at is null and title || description ~ '[\u0590-\u1DFF\u2C00-\uFFEF\U00020000-\U0003FFFF]';
select search_say(workspace_id, id, 'task', project_id, title, description) from task
where deleted_at is null and title || description ~ '[\u0590-\u1DFF\u2C00-\uFFEF\U00020000-\U0003FFFF]';
select search_say(workspace_id, id, case when author_side = 'agent' or agent_id is not null then 'answer' else 'message' end,
  project_id, '', content) from message
where content ~ '[\u0590-\u1DFF\u2C00-\uFFEF\U00020000-\U0003FFFF]'
  and (cycle_id is null or exists (select from cycle c where c.id = cycle_id and c.deleted_at is null));

create temporary table document_to_read on commit drop as
select document.id from ai_document document
where document.title ~ '[\u0590-\u1DFF\u2C00-\uFFEF\U00020000-\U0003FFFF]' or exists (
  select from ai_page page where page.parse_id = document.parse_id
    and page.markdown ~ '[\u0590-\u1DFF\u2C00-\uFFEF\U00020000-\U0003FFFF]'
);
delete from search_word w using ai_document document
where document.id in (select id from document_to_read) and w.workspace_id = document.workspace_id and w.entry_id = document.id;
select search_add(document, document.title, 4::smallint) from ai_document document
where document.id in (select id from document_to_read);
select search_add(document, page.markdown, 1::smallint)
from ai_document document join ai_page page on page.parse_id = document.parse_id
where document.id in (select id from document_to_read)
order by document.id, page.number;

alter table project force row level security;
alter table cycle force row level security;
alter table task force row level security;
alter table message force row level security;
alter table ai_document force row level security;
alter table ai_page force row level security;
alter table search_word force row level security;
