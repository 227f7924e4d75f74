-- The letter of an invitation to a portal carries a token beside that of the link: it proves that the letter was read.
-- Only identity reads it, so no answer about invitations can carry it. The hash covers the address as well: an
-- invitation whose address is erased leads nobody in.
create table portal_letter_token (
  invitation_id uuid primary key,
  workspace_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  foreign key (workspace_id, invitation_id) references portal_invitation (workspace_id, id) on delete cascade
);
alter table portal_letter_token enable row level security;
alter table portal_letter_token force row level security;
create policy workspace on portal_letter_token to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy identity on portal_letter_token to atelier_identity using (true);
grant insert on portal_letter_token to atelier_tenant;
grant select (invitation_id, token_hash), delete on portal_letter_token to atelier_identity;

grant select (invitation_id) on portal_token to atelier_identity;
grant select (id, email, email_normal) on portal_invitation to atelier_identity;
