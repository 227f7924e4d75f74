-- Tokens of connections get others in their place, and their ends are known.

alter table code_host
  add column token_expires_at timestamptz(3),
  -- When people were told that it ends.
  add column warned_at timestamptz(3);

alter table tracker
  add column token_expires_at timestamptz(3),
  add column warned_at timestamptz(3),
  -- When it is renewed by its refresh token; null without one, or if the tracker does not take it any more.
  add column next_renewal_at timestamptz(3),
  add column renewal_attempts integer not null default 0 check (renewal_attempts >= 0),
  add column renewal_error text check (length(renewal_error) <= 1000);
create index tracker_renewal on tracker (next_renewal_at) where next_renewal_at is not null;

create policy ends on code_host for select to atelier_identity using (token_expires_at is not null);
grant select (token_expires_at, warned_at) on code_host to atelier_identity;
grant select (token_expires_at, warned_at, next_renewal_at) on tracker to atelier_identity;
