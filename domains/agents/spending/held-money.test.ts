import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { migrations } from '../../../testing/cluster.ts'
import { testDatabase } from '../../../testing/database.ts'
import { newIdentity } from '../../../testing/model-provider/gateway.ts'
import { asOwner } from '../../../testing/database-state.ts'

const { url: databaseUrl, database } = await testDatabase()
const sql = async (text: string, values?: unknown[]) => asOwner({ databaseUrl }, text, values)
const migration = (name: string) => readFile(join(migrations, name), 'utf8')
const nil = '00000000-0000-0000-0000-000000000000'

test('the upgrade gives money held for calls that were never made back to the budgets of workspace and instance', async () => {
  await sql(await migration('0084_money_held_ahead.sql'))
  const { workspaceId } = await newIdentity(database)
  const { workspaceId: other } = await newIdentity(database)
  const hold = (workspace: string, micros: number, endpointId: string | null) =>
    sql(
      `insert into model_hold (workspace_id, id, endpoint_id, provider, model, micros, expires_at)
       values ($1, gen_random_uuid(), $2, 'p', 'm', $3, now())`,
      [workspace, endpointId, micros],
    )
  const begin = (kind: string, id: string, reservedMicros: number) =>
    sql(`insert into budget (scope_kind, scope_id, spent_micros, reserved_micros) values ($1, $2, 7, $3)`, [
      kind,
      id,
      reservedMicros,
    ])
  // The instance pays for what is not called at an endpoint of the workspace; 5 are reserved for calls in flight.
  await begin('workspace', workspaceId, 10 + 20 + 5)
  await begin('workspace', other, 40)
  await begin('instance', nil, 10 + 40 + 5)
  await hold(workspaceId, 10, null)
  await hold(workspaceId, 20, uuidv7())
  await hold(other, 40, null)
  // The owner of a database of one's own is no superuser, so that row-level security holds for it too.
  const role = `owner_${workspaceId.replaceAll('-', '')}`
  await sql(`create role ${role}; grant usage, create on schema public to ${role}`)
  await sql(`alter table model_hold owner to ${role}; alter table budget owner to ${role}`)
  await sql(`set role ${role}; ${await migration('0097_held_money_given_back.sql')}; reset role`)
  const budgets = await sql('select scope_id, spent_micros::int as spent, reserved_micros::int as reserved from budget')
  expect(new Map(budgets.map(({ scope_id: id, spent, reserved }) => [id, [spent, reserved]]))).toEqual(
    new Map([
      [workspaceId, [7, 5]],
      [other, [7, 0]],
      [nil, [7, 5]],
    ]),
  )
  expect(await sql(`select to_regclass('model_hold') as found`)).toEqual([{ found: null }])
  await sql(`alter table budget owner to current_user; drop owned by ${role}; drop role ${role}`)
})
