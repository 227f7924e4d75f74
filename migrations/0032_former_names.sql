-- Names and addresses that people had before they changed them: what an erasure looks for beside those of today.

create table former_name (
  user_id uuid not null references users on delete cascade,
  name text not null,
  email text not null,
  replaced_at timestamptz(3) not null default now(),
  primary key (user_id, name, email)
);
grant select, insert, delete on former_name to atelier_identity;
