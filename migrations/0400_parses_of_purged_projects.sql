-- The purge of a project removed its documents, and left the text of their pages. A parse without a document is removed.

-- A migration belongs to no workspace: under its own row-level security the owner would see no row of these tables.
alter table ai_parse no force row level security;
alter table ai_page no force row level security;
alter table ai_document no force row level security;

delete from ai_parse where not exists (select from ai_document where parse_id = ai_parse.id);

alter table ai_parse force row level security;
alter table ai_page force row level security;
alter table ai_document force row level security;
