import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { AccountProject } from './store-accounts.ts'
import { ofSource } from './store-grants.ts'
import { projectGrant } from './tables.ts'

// The client accounts of projects, and people's grants.

export const lockWithAccount = rowStatement<{ id: string }, AccountProject & { clientAccountId: string | null }>(
  'client-account.lock-project',
  `select id, name, created_at as "createdAt", client_account_id as "clientAccountId" from project
   where id = :id and deleted_at is null for update`,
)

export const setAccount = statement<{ projectId: string; accountId: string | null }>(
  'client-account.set-project',
  'update project set client_account_id = :accountId where id = :projectId and deleted_at is null',
)

export const hold = rowStatement<{ projectId: string; accountId: string | null }, { id: string; name: string }>(
  'grant.hold-project',
  `select id, name from project
   where id = :projectId and deleted_at is null and (:accountId::uuid is null or client_account_id = :accountId) for share`,
)

export const put = oneRowStatement<
  { userId: string; accountId: string | null; projectId: string; level: string; now: Date },
  { level: 'view' | 'steer'; createdAt: Date }
>(
  'grant.put',
  insertInto(
    projectGrant,
    ['userId', 'projectId', 'level'],
    {
      workspaceId: ':workspace',
      clientAccountId: ':accountId',
      source: "case when :accountId::uuid is null then 'workspace' else 'seat' end",
      createdAt: ':now',
    },
    `on conflict (project_id, user_id, source) do update set level = excluded.level
   returning level, created_at as "createdAt"`,
  ),
)

export const findGrant = rowStatement<
  { userId: string; accountId: string | null; projectId: string },
  { level: 'view' | 'steer' }
>('grant.find', `select g.level from project_grant g where ${ofSource} and g.project_id = :projectId`)

export const remove = rowStatement<
  { userId: string; accountId: string | null; projectId: string },
  { projectId: string }
>(
  'grant.remove',
  `delete from project_grant g where ${ofSource} and g.project_id = :projectId returning g.project_id as "projectId"`,
)

export const removeOwn = statement<{ userId: string }>(
  'grant.remove-own',
  `delete from project_grant
   where workspace_id = :workspace and user_id = :userId and source in ('workspace', 'legacy')`,
)

export const removeOfSeats = statement<{ projectId: string; accountId: string }, { userId: string }>(
  'grant.remove-of-project',
  `delete from project_grant where workspace_id = :workspace and project_id = :projectId and client_account_id = :accountId
   returning user_id as "userId"`,
)

/** The shares with a person in their own data. */
export const grantsOfPerson = statement<{ userId: string }, Readonly<Record<string, unknown>>>(
  'project-grant.of-person',
  `select project_id as "projectId", level, source, created_at as "createdAt" from project_grant
   where workspace_id = :workspace and user_id = :userId order by created_at`,
)

/** Removes all shares with a person, of every kind. */
export const removeGrants = statement<{ userId: string }>(
  'project-grant.remove-all',
  'delete from project_grant where workspace_id = :workspace and user_id = :userId',
)
