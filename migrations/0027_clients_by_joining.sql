-- Clients of a portal are listed by their membership, which everyone with a place has.

create index membership_joined on membership (workspace_id, created_at desc, user_id desc);
