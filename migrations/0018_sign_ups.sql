-- People who asked for an account and have not proved their address yet (role identity).

-- One row per address: whoever signs up last replaces it, and the links of the one before lead nowhere. A person is
-- made from it when its link is used, so that nobody has an account, a session or a passkey before that.
create table sign_up (
  id uuid primary key,
  email_normal text not null unique,
  email text not null check (length(email) between 3 and 320),
  name text not null check (length(name) between 1 and 200),
  -- The hash of the password, in the form of better-auth.
  password text not null,
  link_expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index sign_up_created on sign_up (created_at);
grant select, insert, update, delete on sign_up to atelier_identity;

-- Accounts that were made before their address was proved become sign-ups: their password opens nothing by itself.
insert into sign_up (id, email_normal, email, name, password, link_expires_at, created_at)
select distinct on (u.id) gen_random_uuid(), u.email_normal, u.email, u.name, a.password, now(), u.created_at
from users u join account a on a.user_id = u.id
where not u.email_verified and a.password is not null
  and not exists (select from erasure e where e.user_id = u.id);
delete from account where user_id in (select id from users where not email_verified);
delete from session where user_id in (select id from users where not email_verified);
delete from passkey where user_id in (select id from users where not email_verified);
delete from verification where value in (select id::text from users where not email_verified);
