-- Money that came for an invoice, and money that went back, as it came. A fact is never changed; its amount is positive,
-- and a payment of a credit note goes to the client.
create table client_invoice_payment (
  id uuid primary key,
  workspace_id uuid not null,
  invoice_id uuid not null,
  client_account_id uuid not null,
  currency text not null,
  kind text not null check (kind in ('payment', 'refund', 'chargeback')),
  amount_minor bigint not null check (amount_minor between 0 and 9007199254740991),
  source text not null check (source in ('hand', 'bank', 'provider', 'credit')),
  provider text check (provider in ('stripe', 'adyen')),
  -- By this the provider names what it reports, however often it does.
  provider_reference text check (length(provider_reference) between 1 and 300),
  payment_reference text check (length(payment_reference) between 1 and 200),
  paid_at timestamptz(3) not null check (paid_at >= '2000-01-01T00:00:00Z'),
  recorded_at timestamptz(3) not null,
  recorded_by uuid,
  foreign key (workspace_id, invoice_id, client_account_id, currency)
    references client_invoice (workspace_id, id, client_account_id, currency),
  constraint client_invoice_payment_past check (paid_at <= recorded_at),
  constraint client_invoice_payment_provided check ((source = 'provider') = (provider is not null)
    and (provider is null) = (provider_reference is null) and (provider is null or recorded_by is null))
);
create index client_invoice_payment_of on client_invoice_payment (workspace_id, invoice_id, recorded_at);
create index client_invoice_payment_back on client_invoice_payment (workspace_id, invoice_id) where kind <> 'payment';
create unique index client_invoice_payment_once on client_invoice_payment
  (workspace_id, provider, kind, provider_reference) where provider is not null;

insert into client_invoice_payment (id, workspace_id, invoice_id, client_account_id, currency, kind, amount_minor, source,
  provider, provider_reference, payment_reference, paid_at, recorded_at, recorded_by)
select gen_random_uuid(), i.workspace_id, i.id, i.client_account_id, i.currency, 'payment', abs(i.total_minor),
  case when p.provider is null then 'hand' else 'provider' end, p.provider,
  case when p.provider is not null then i.payment_reference end, i.payment_reference, i.paid_at, i.settled_at, i.settled_by
from client_invoice i
left join lateral (
  select c.provider from client_checkout o
  join payment_connection c on c.workspace_id = o.workspace_id and c.id = o.connection_id
  where o.workspace_id = i.workspace_id and o.invoice_id = i.id and o.status = 'paid'
    and i.settled_by is null and i.payment_reference is not null
  limit 1
) p on true
where i.status = 'paid';

alter table client_invoice_payment enable row level security;
alter table client_invoice_payment force row level security;
create policy workspace on client_invoice_payment to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on client_invoice_payment to atelier_tenant;
-- A page to pay on is closed once money came since it was opened, which is asked among all workspaces.
create policy due on client_invoice_payment for select to atelier_identity using (true);
grant select (workspace_id, invoice_id, recorded_at) on client_invoice_payment to atelier_identity;
grant select (created_at) on client_checkout to atelier_identity;

-- The one place where the money of an invoice is counted: at the end of a day in its zone, or with null by all facts.
-- Amounts have the sign of the total.
create function client_invoice_balance(invoice client_invoice, day date)
returns table (paid_minor bigint, due_minor bigint, credit_minor bigint) language sql stable as $$
  select (side * paid)::bigint, (side * greatest(owed - paid, 0))::bigint, (side * greatest(paid - owed, 0))::bigint
  from (
    select case when invoice.total_minor < 0 then -1 else 1 end as side,
      case when invoice.issued_at is null or (invoice.issued_at at time zone invoice.time_zone)::date > day
          or invoice.voided_at is not null
            and (day is null or (invoice.voided_at at time zone invoice.time_zone)::date <= day) then 0::numeric
        else abs(invoice.total_minor)::numeric end as owed,
      coalesce((
        select sum(case p.kind when 'payment' then p.amount_minor else -p.amount_minor end)
        from client_invoice_payment p
        where p.workspace_id = invoice.workspace_id and p.invoice_id = invoice.id
          and (day is null or (p.paid_at at time zone invoice.time_zone)::date <= day)
      ), 0::numeric) as paid
  ) money
$$;
