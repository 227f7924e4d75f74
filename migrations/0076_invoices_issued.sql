-- Invoices are issued, settled and voided. What was issued stays as it was, and numbers have no gap: each but the first
-- refers to the one before it.

alter table billing_identity add column number_format jsonb check (jsonb_typeof(number_format) = 'object');

create table client_invoice_counter (
  workspace_id uuid primary key references workspace,
  last_sequence bigint not null check (last_sequence >= 1),
  last_issued_at timestamptz(3) not null
);

-- Logos as they were at issue, once for each picture: the id is its digest.
create table client_invoice_logo (
  workspace_id uuid not null references workspace,
  id text not null check (id ~ '^[0-9a-f]{64}$'),
  content bytea not null check (length(content) between 1 and 262144),
  primary key (workspace_id, id)
);

alter table client_invoice
  add column issued_at timestamptz(3),
  add column issued_by uuid,
  add column logo_id text,
  add column logo_media_type text check (logo_media_type ~ '^image/[a-z+.-]+$'),
  add column paid_at timestamptz(3),
  add column payment_reference text check (length(payment_reference) between 1 and 200),
  add column settled_at timestamptz(3),
  add column settled_by uuid,
  add column voided_at timestamptz(3),
  add column voided_by uuid,
  add column void_reason text check (length(void_reason) between 1 and 500),
  add column previous_sequence bigint generated always as (nullif(invoice_sequence - 1, 0)) stored,
  add foreign key (workspace_id, logo_id) references client_invoice_logo (workspace_id, id),
  add constraint client_invoice_gapless foreign key (workspace_id, previous_sequence)
    references client_invoice (workspace_id, invoice_sequence),
  add constraint client_invoice_issued check ((issued_at is null) = (invoice_number is null)
    and (issued_at is null) = (issued_by is null)),
  add constraint client_invoice_due_once_issued check (due_at >= issued_at),
  add constraint client_invoice_logo check ((logo_id is null) = (logo_media_type is null)
    and (logo_id is null or issued_at is not null)),
  add constraint client_invoice_settled check ((status = 'paid') = (settled_at is not null)
    and (settled_at is null) = (paid_at is null) and (settled_at is not null or settled_by is null)
    and (settled_at is not null or payment_reference is null)),
  add constraint client_invoice_paid check (paid_at between '2000-01-01T00:00:00Z' and settled_at),
  add constraint client_invoice_voided check ((status = 'void') = (voided_at is not null)
    and (voided_at is null) = (voided_by is null) and (voided_at is null) = (void_reason is null));

-- What is invoiced stands on a line of that invoice.
alter table billable add constraint billable_on_line foreign key (workspace_id, invoice_id, id)
  references client_invoice_line (workspace_id, invoice_id, billable_id);

create function client_invoice_refuse(rule text) returns void language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', message = format('An invoice breaks the rule “%s”', rule);
end $$;

create function client_invoice_change() returns trigger language plpgsql as $$
declare
  later constant text[] = array['status', 'paid_at', 'payment_reference', 'settled_at', 'settled_by', 'voided_at',
    'voided_by', 'void_reason',
    -- Computed after this trigger.
    'previous_sequence'];
  line_count bigint;
  line_sum numeric;
  loose_count bigint;
begin
  if new.status <> old.status and (old.status, new.status) not in
    (('draft', 'final'), ('draft', 'void'), ('final', 'void'), ('final', 'paid')) then
    perform client_invoice_refuse('a status follows the one before it');
  end if;
  if old.status in ('paid', 'void') then
    perform client_invoice_refuse('a settled or void invoice stays');
  end if;
  if old.status = 'final' and to_jsonb(new) - later <> to_jsonb(old) - later then
    perform client_invoice_refuse('an issued invoice stays');
  end if;
  if old.status = 'draft' and new.status = 'final' then
    select count(*), sum(l.amount_minor), count(*) filter (where b.invoice_id is distinct from new.id)
      into line_count, line_sum, loose_count
      from client_invoice_line l
      join billable b on b.workspace_id = l.workspace_id and b.id = l.billable_id
      where l.workspace_id = new.workspace_id and l.invoice_id = new.id;
    if line_count = 0 or line_sum <> new.net_minor or loose_count > 0 then
      perform client_invoice_refuse('an issued invoice bills its lines');
    end if;
  end if;
  return new;
end $$;
create trigger client_invoice_change before update on client_invoice
  for each row execute function client_invoice_change();

create function client_invoice_line_add() returns trigger language plpgsql as $$
begin
  if not exists (select from client_invoice i
    where i.workspace_id = new.workspace_id and i.id = new.invoice_id and i.status = 'draft') then
    perform client_invoice_refuse('lines are those of a draft');
  end if;
  return new;
end $$;
create trigger client_invoice_line_add before insert on client_invoice_line
  for each row execute function client_invoice_line_add();

do $$
declare name text;
begin
  foreach name in array array['client_invoice_counter', 'client_invoice_logo']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update on client_invoice_counter to atelier_tenant;
grant select, insert on client_invoice_logo to atelier_tenant;
