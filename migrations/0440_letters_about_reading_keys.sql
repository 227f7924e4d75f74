-- A GET that gives clear values, or an export for others, needs a key with the scope write. The owner of each reading key
-- that used one in the last ninety days is told once.
alter table letter drop constraint letter_kind_check;
alter table letter add constraint letter_kind_check
  check (kind in ('request', 'question', 'approval', 'failed_run', 'budget', 'key'));

insert into letter (id, workspace_id, user_id, kind, reminds, needs, subject_id, title, created_at, due_at)
  select gen_random_uuid(), k.workspace_id, k.user_id, 'key', false, 'view', k.id,
    'Your key “' || left(k.name, 60) || '” may only read. What it fetched lately, secrets or an export, now needs the scope write: make another key for that.',
    now(), now()
  from api_key k
  where k.scopes <@ array['read'] and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    and exists (
      select from audit_row r
      where r.workspace_id = k.workspace_id and r.actor_type = 'api_key' and r.actor_id = k.id::text
        and r.outcome = 'success' and r.occurred_at > now() - interval '90 days'
        and r.action in (
          'secrets.exported', 'growth_lead.export', 'growth_play.export', 'model_call.export',
          'client_invoice.export', 'client_invoice.export_aging', 'client_invoice.export_datev',
          'client_invoice.export_revenue'
        )
    );
