-- Plays of growth projects, and the mails that are sent to leads and come from them.
create table growth_play (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  status text not null check (status in ('draft', 'active', 'paused', 'archived')),
  -- Whom it is for, in words.
  audience text not null check (length(audience) <= 2000),
  language text not null check (language in ('de', 'en')),
  excluded_countries text[] not null check (cardinality(excluded_countries) <= 250),
  -- The mails of its sequence, in order, as domains/growth/plays/rules.ts describes them.
  steps jsonb not null,
  -- Null for the one of the workspace's settings.
  booking_url text check (length(booking_url) between 1 and 2000),
  -- What its look-ups and drafts may cost together; null for no limit of its own.
  hard_cap_micros bigint check (hard_cap_micros between 0 and 1000000000000),
  send_approval text not null check (send_approval in ('always', 'never')),
  -- The mailboxes that it sends from; all that are connected where it is empty.
  mailbox_ids uuid[] not null check (cardinality(mailbox_ids) <= 100),
  -- Who said that the leads may be written to, and when.
  acknowledged_by uuid,
  acknowledged_at timestamptz(3),
  pause_reason text check (pause_reason in ('person', 'complaints', 'bounces')),
  launched_at timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  check ((acknowledged_by is null) = (acknowledged_at is null)),
  check (status <> 'active' or (acknowledged_at is not null and launched_at is not null)),
  check ((status = 'paused') = (pause_reason is not null)),
  unique (workspace_id, id)
);
create index growth_play_page on growth_play (growth_project_id, created_at desc, id desc);

alter table growth_lead
  add unique (workspace_id, id),
  add column growth_play_id uuid,
  -- Why the lead gets no further mail of its sequence, and since when.
  add column sequence_stopped_at timestamptz(3),
  add column sequence_stop_reason text check (length(sequence_stop_reason) between 1 and 50),
  add foreign key (workspace_id, growth_play_id) references growth_play (workspace_id, id),
  add check ((sequence_stopped_at is null) = (sequence_stop_reason is null));
create index growth_lead_of_play on growth_lead (growth_play_id, id) where growth_play_id is not null;

create table growth_message (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  growth_play_id uuid,
  lead_id uuid not null,
  mailbox_id uuid,
  direction text not null check (direction in ('out', 'in')),
  -- Which mail of the sequence it is, from 1; null for one outside of it.
  step integer check (step between 1 and 20),
  status text not null check (status in
    ('draft', 'approved', 'sending', 'sent', 'unknown', 'refused', 'cancelled', 'received')),
  subject text not null check (length(subject) <= 1000),
  -- Plain text.
  body text not null check (length(body) <= 100000),
  -- Which sentence stands on which words of which page or approval, or was written by a person.
  citations jsonb not null,
  author text not null check (author in ('model', 'person', 'lead')),
  written_by uuid,
  approved_by uuid,
  approved_at timestamptz(3),
  -- When it may be sent; null while the mail before it was not sent.
  due_at timestamptz(3),
  attempts integer not null default 0 check (attempts >= 0),
  -- When it was handed to the mailbox, or was about to be.
  handed_over_at timestamptz(3),
  sent_at timestamptz(3),
  received_at timestamptz(3),
  resolved_by uuid,
  -- The header Message-ID with its angle brackets, and those of the mails that it answers.
  message_id text check (length(message_id) between 3 and 998),
  in_reply_to text check (length(in_reply_to) <= 998),
  reference_ids text[] not null default '{}' check (cardinality(reference_ids) <= 100),
  failure text check (length(failure) between 1 and 1000),
  -- Of mails that came in.
  sender_address text check (length(sender_address) <= 320),
  kind text check (kind in ('reply', 'auto_reply', 'bounce', 'complaint', 'unsubscribe')),
  intent text check (intent in
    ('interested', 'not_now', 'not_interested', 'question', 'out_of_office', 'unsubscribe', 'other')),
  intent_by text check (intent_by in ('rule', 'model', 'person')),
  created_at timestamptz(3) not null,
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, growth_play_id) references growth_play (workspace_id, id),
  foreign key (workspace_id, lead_id) references growth_lead (workspace_id, id) on delete cascade,
  check ((direction = 'in') = (status = 'received')),
  check ((direction = 'in') = (author = 'lead')),
  check ((direction = 'in') = (received_at is not null)),
  check ((direction = 'in') = (kind is not null)),
  check ((author = 'person') = (written_by is not null)),
  check (step is null or growth_play_id is not null),
  check ((intent is null) = (intent_by is null)),
  check (status not in ('sending', 'sent', 'unknown') or (message_id is not null and handed_over_at is not null)),
  check ((status = 'sent') = (sent_at is not null)),
  check ((approved_by is null) or (approved_at is not null)),
  unique (workspace_id, id)
);
create unique index growth_message_of_step on growth_message (lead_id, growth_play_id, step)
  where step is not null and status <> 'cancelled';
create unique index growth_message_header on growth_message (workspace_id, message_id) where message_id is not null;
create index growth_message_of_lead on growth_message (lead_id, created_at, id);
create index growth_message_of_project on growth_message (growth_project_id, created_at desc, id desc);
create index growth_message_of_play on growth_message (growth_play_id, status) where growth_play_id is not null;
create index growth_message_due on growth_message (due_at, workspace_id) where status = 'approved';
create index growth_message_sending on growth_message (handed_over_at, workspace_id) where status = 'sending';

do $$
declare name text;
begin
  foreach name in array array['growth_play', 'growth_message']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update on growth_play to atelier_tenant;
grant select, insert, update, delete on growth_message to atelier_tenant;

-- In which workspaces mails are due, or were left between two states.
create policy due on growth_message for select to atelier_identity using (true);
grant select (workspace_id, status, due_at, handed_over_at) on growth_message to atelier_identity;
