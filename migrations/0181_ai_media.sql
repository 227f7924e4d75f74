-- Who asked for a model call, where no run did: usage by person.
alter table model_call add column called_by uuid;

-- What was made of media, or understood of them, and what it cost. The content is in files of the AI capabilities.
create table ai_media (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  project_id uuid,
  kind text not null check (kind in ('images', 'speech', 'transcription', 'image_analysis', 'video_analysis')),
  -- How the text begins that was asked with; removed with the person who typed it.
  title text check (length(title) between 1 and 200),
  model text not null check (length(model) between 1 and 250),
  call_id uuid not null,
  -- Null where the price of the model is not known.
  cost_micros bigint check (cost_micros >= 0),
  -- Of sound that was made or transcribed.
  duration_ms bigint check (duration_ms >= 0),
  language text check (length(language) between 1 and 30),
  word_count integer check (word_count >= 0),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  unique (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index ai_media_page on ai_media (workspace_id, created_at desc, id desc);
create index ai_media_of_project on ai_media (project_id) where project_id is not null;
create index ai_media_due on ai_media (created_at, workspace_id);
create index ai_media_of_person on ai_media (workspace_id, created_by, id);

create table ai_media_file (
  media_id uuid not null,
  workspace_id uuid not null,
  place integer not null check (place >= 0),
  role text not null check (role in ('image', 'sound', 'source', 'text', 'words')),
  asset_id uuid not null,
  primary key (media_id, place),
  foreign key (workspace_id, media_id) references ai_media (workspace_id, id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['ai_media', 'ai_media_file']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- In which workspaces media are kept no longer.
create policy due on ai_media for select to atelier_identity using (true);
grant select (workspace_id, created_at) on ai_media to atelier_identity;
