-- Answers to mutations that came with an Idempotency-Key, kept for 24 hours.

-- A row is an answer, or the claim of a request whose effect is outside a transaction and still under way.
create table idempotency_answer (
  workspace_id uuid not null references workspace,
  principal text not null check (length(principal) between 1 and 100),
  operation text not null check (length(operation) between 1 and 100),
  key text not null check (length(key) between 1 and 255),
  payload_sha256 bytea not null check (length(payload_sha256) = 32),
  status smallint check (status between 200 and 499),
  body text check (octet_length(body) <= 4194304),
  claim_id uuid,
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, principal, operation, key),
  check ((status is null) = (body is null)),
  check ((status is null) = (claim_id is not null)),
  check ((claim_id is null) = (claimed_until is null))
);
create index idempotency_answer_age on idempotency_answer (workspace_id, created_at);

alter table idempotency_answer enable row level security;
alter table idempotency_answer force row level security;
create policy workspace on idempotency_answer
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on idempotency_answer to atelier_tenant;
