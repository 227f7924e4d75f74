-- A refund or chargeback that a provider reports before its payment waits for it, as the provider told it.
alter table payment_notice
  add column waiting_move jsonb,
  drop constraint payment_notice_outcome_check,
  add constraint payment_notice_outcome_check check (outcome in ('settled', 'repeated', 'mismatched', 'waiting')),
  drop constraint payment_notice_settled,
  add constraint payment_notice_settled check (outcome in ('mismatched', 'waiting') or checkout_id is not null),
  add constraint payment_notice_waiting check ((outcome = 'waiting') = (waiting_move is not null));
create index payment_notice_waiting_for on payment_notice (workspace_id, connection_id, payment_reference)
  where outcome = 'waiting';
grant delete on payment_notice to atelier_tenant;
