import { isLive } from '../../code/projects/index.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import {
  json,
  type Json,
  matchStatement,
  type NoValues,
  oneRowStatement,
  rowStatement,
  statement,
} from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { AgentRole } from '../agents/index.ts'
import type { CallPolicy } from './rules/call-policy.ts'
import {
  type CallPolicyRow,
  harnessPreference,
  type HarnessPreferenceRow,
  modelCallPolicy,
  modelPreference,
  type ModelPreferenceRow,
} from './tables.ts'

export const modelPreferences = statement<NoValues, ModelPreferenceRow>(
  'model-preference.list',
  `select ${modelPreference.columns} from model_preference where workspace_id = :workspace order by role`,
)

export const findModelPreference = rowStatement<{ role: AgentRole }, ModelPreferenceRow>(
  'model-preference.find',
  `select ${modelPreference.columns} from model_preference where workspace_id = :workspace and role = :role`,
)

export const putModelPreference = oneRowStatement<
  Pick<ModelPreferenceRow, 'role' | 'modelIdentifier' | 'maxTokens' | 'temperature'> & { now: Date; userId: string },
  ModelPreferenceRow
>(
  'model-preference.put',
  insertInto(
    modelPreference,
    ['role', 'modelIdentifier', 'maxTokens', 'temperature'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id, role) do update set model_identifier = excluded.model_identifier,
     max_tokens = excluded.max_tokens, temperature = excluded.temperature, updated_at = excluded.updated_at,
     updated_by = excluded.updated_by returning ${modelPreference.columns}`,
  ),
)

/** Deletes the preference; false if there was none. */
export const clearModelPreference = matchStatement<{ role: AgentRole }, { role: string }>(
  'model-preference.clear',
  'delete from model_preference where workspace_id = :workspace and role = :role returning role',
)

// The row of the workspace comes before the rows of projects, as if it were the newest.
const order = `(case when harness_preference.project_id is null then timestamptz '9999-12-31 23:59:59.999+00'
  else harness_preference.created_at end)`

const page = statement<
  { at: string; id: string; rows: number; only: readonly string[] | null },
  HarnessPreferenceRow & { order: Date }
>(
  'harness-preference.page',
  `select ${harnessPreference.columns}, ${order} as "order" from harness_preference
   where workspace_id = :workspace and (${order}, id) < (:at, :id)
     and (project_id is null or ${isLive('harness_preference.project_id')})
     and (:only::uuid[] is null or project_id is null or project_id = any(:only))
   order by ${order} desc, id desc limit :rows`,
)
/** Returns the workspace's preference, then the projects', newest first; `only` limits the projects. */
export const harnessPreferencePage = async (
  tx: Transaction,
  after: Cursor,
  limit: number,
  only: readonly string[] | undefined,
) => {
  const rows = await page(tx, { ...after, rows: limit + 1, only: only ?? null })
  return pageOf(
    rows.map((row) => ({ ...row, createdAt: row.order })),
    limit,
  )
}

const findHarness = statement<{ projectId: string | null }, HarnessPreferenceRow>(
  'harness-preference.of',
  `select ${harnessPreference.columns} from harness_preference
   where workspace_id = :workspace and (project_id is null or project_id = :projectId::uuid)`,
)
/** The preferences of a project and its workspace; undefined if unset. */
export const findHarnessPreferences = async (tx: Transaction, projectId: string | undefined) => {
  const rows = await findHarness(tx, { projectId: projectId ?? null })
  return {
    project: rows.find((row) => row.projectId !== null)?.harness,
    organization: rows.find((row) => row.projectId === null)?.harness,
  }
}

export const putHarnessPreference = oneRowStatement<
  Pick<HarnessPreferenceRow, 'id' | 'projectId' | 'harness'> & { now: Date; userId: string },
  HarnessPreferenceRow
>(
  'harness-preference.put',
  insertInto(
    harnessPreference,
    ['id', 'projectId', 'harness'],
    { workspaceId: ':workspace', createdAt: ':now', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id, project_id) do update set harness = excluded.harness,
     updated_at = excluded.updated_at, updated_by = excluded.updated_by returning ${harnessPreference.columns}`,
  ),
)

/** Deletes the preference of a project, or with `null` of the workspace; false if there was none. */
export const clearHarnessPreference = matchStatement<{ projectId: string | null }, { id: string }>(
  'harness-preference.clear',
  `delete from harness_preference
   where workspace_id = :workspace and project_id is not distinct from :projectId::uuid returning id`,
)

export const removeHarnessPreferences = statement<{ projectId: string }>(
  'harness-preference.purge',
  'delete from harness_preference where project_id = :projectId',
)

/** The workspace's policy for calls; undefined without one. */
export const findCallPolicy = rowStatement<NoValues, CallPolicyRow>(
  'model-call-policy.find',
  `select ${modelCallPolicy.columns} from model_call_policy where workspace_id = :workspace`,
)

interface NewPolicy extends Omit<CallPolicy, 'fallbacks'> {
  readonly fallbacks: Json
  readonly now: Date
  readonly userId: string
}
const putPolicy = oneRowStatement<NewPolicy, CallPolicyRow>(
  'model-call-policy.put',
  insertInto(
    modelCallPolicy,
    ['attempts', 'beginSeconds', 'callSeconds', 'fallbacks'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id) do update set attempts = excluded.attempts, begin_seconds = excluded.begin_seconds,
     call_seconds = excluded.call_seconds, fallbacks = excluded.fallbacks, updated_at = excluded.updated_at,
     updated_by = excluded.updated_by returning ${modelCallPolicy.columns}`,
  ),
)
export const putCallPolicy = (tx: Transaction, policy: CallPolicy & Pick<NewPolicy, 'now' | 'userId'>) =>
  putPolicy(tx, { ...policy, fallbacks: json(policy.fallbacks) })
