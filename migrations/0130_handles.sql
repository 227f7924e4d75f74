-- Short handles that people can say: a project has a few capital letters, and its cycles and tasks share its numbers, as in
-- HAR-12. Triggers give them, since a process of the version before inserts rows as well and knows no handles.

alter table project add column handle text check (handle ~ '^[A-Z]{2,4}$');
alter table cycle add column handle text check (handle ~ '^[A-Z]{2,4}-[1-9][0-9]*$');
alter table task add column handle text check (handle ~ '^[A-Z]{2,4}-[1-9][0-9]*$');

-- Of the cycle that a letter is about; null for other letters.
alter table letter add column handle text;

-- The last number that a project gave. It is no column of the project: a transaction that adds a task may hold
-- the cycle, and would wait for one that holds the project and wants that cycle.
create table handle_counter (
  project_id uuid primary key,
  workspace_id uuid not null,
  last_number integer not null check (last_number > 0),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
alter table handle_counter enable row level security;
alter table handle_counter force row level security;
create policy workspace on handle_counter to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on handle_counter to atelier_tenant;

create function letter_of(number integer) returns text language sql immutable as $$ select chr(65 + number % 26) $$;

-- The first of these that no project of the workspace has: three letters of the name, the initials of its words, four
-- letters, the first letter with two later ones; else the first letter with any two, or any four, from the number of
-- projects on, where most are free.
create function free_project_handle(in_workspace uuid, called text) returns text language plpgsql as $$
declare
  plain text := upper(regexp_replace(normalize(called, NFKD), '[^A-Za-z ]', '', 'g') collate "C");
  letters text := replace(plain, ' ', '');
  initials text := left(regexp_replace(plain, '([A-Z])[A-Z]*| ', '\1', 'g'), 4);
  beginning text := coalesce(nullif(left(letters, 1), ''), 'P');
  first_number integer;
  found text;
begin
  select candidate into found from (
    select 1 as rank, 0 as place, left(letters, 3) as candidate
    union all select 2, 0, initials
    union all select 3, 0, left(letters, 4)
    union all select 4, i * 20 + j, beginning || substr(letters, i, 1) || substr(letters, j, 1)
      from generate_series(2, 12) i, generate_series(3, 13) j where i < j and j <= length(letters)
  ) of_name
  where candidate ~ '^[A-Z]{2,4}$'
    and not exists (select from project p where p.workspace_id = in_workspace and p.handle = candidate)
  order by rank, place limit 1;
  if found is not null then return found; end if;
  select count(*) into first_number from project p where p.workspace_id = in_workspace;
  for n in first_number .. first_number + 675 loop
    found := beginning || letter_of(n / 26) || letter_of(n);
    if not exists (select from project p where p.workspace_id = in_workspace and p.handle = found) then
      return found;
    end if;
  end loop;
  for n in first_number .. first_number + 456975 loop
    found := letter_of(n / 17576) || letter_of(n / 676) || letter_of(n / 26) || letter_of(n);
    exit when not exists (select from project p where p.workspace_id = in_workspace and p.handle = found);
  end loop;
  return found;
end
$$;

-- Of two projects that come at once, the second chooses when the first is there.
create function give_project_handle() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('project handles ' || new.workspace_id, 0));
  new.handle := free_project_handle(new.workspace_id, new.name);
  return new;
end
$$;

create function give_handle() returns trigger language plpgsql as $$
declare given integer;
begin
  insert into handle_counter as counter (project_id, workspace_id, last_number)
  values (new.project_id, new.workspace_id, 1)
  on conflict (project_id) do update set last_number = counter.last_number + 1
  returning last_number into given;
  select p.handle || '-' || given into new.handle from project p where p.id = new.project_id;
  return new;
end
$$;

do $$
declare one record;
begin
  for one in select id, workspace_id, name from project order by created_at, id loop
    update project set handle = free_project_handle(one.workspace_id, one.name) where id = one.id;
  end loop;
end
$$;

create temporary table numbered on commit drop as
  select id, project_id, row_number() over (partition by project_id order by created_at, is_task, number, id) as number
  from (select id, project_id, created_at, false as is_task, 0 as number from cycle
        union all select id, project_id, created_at, true, number from task) work;
update cycle set handle = p.handle || '-' || n.number
from numbered n join project p on p.id = n.project_id where n.id = cycle.id;
update task set handle = p.handle || '-' || n.number
from numbered n join project p on p.id = n.project_id where n.id = task.id;
insert into handle_counter (project_id, workspace_id, last_number)
select p.id, p.workspace_id, max(n.number) from numbered n join project p on p.id = n.project_id group by p.id;

alter table project alter column handle set not null;
alter table cycle alter column handle set not null;
alter table task alter column handle set not null;
create unique index project_handle on project (workspace_id, handle);
create unique index cycle_handle on cycle (workspace_id, handle);
create unique index task_handle on task (workspace_id, handle);

create trigger give_handle before insert on project for each row execute function give_project_handle();
create trigger give_handle before insert on cycle for each row execute function give_handle();
create trigger give_handle before insert on task for each row execute function give_handle();

create function give_letter_handle() returns trigger language plpgsql as $$
begin
  select c.handle into new.handle from cycle c where c.id = new.cycle_id;
  return new;
end
$$;
create trigger give_handle before insert on letter for each row when (new.cycle_id is not null)
  execute function give_letter_handle();
