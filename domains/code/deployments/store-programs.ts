import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { previewProgram } from './tables.ts'

interface NewHolder {
  readonly deploymentId: string
  readonly process: string
  readonly address: string
  readonly leaseMs: number
}

const removeOld = statement(
  'deployment.remove-old-programs',
  `delete from preview_program where deployment_id in (select deployment_id from preview_program
     where lease_until < now() - interval '1 hour' for update skip locked)`,
)
const take = statement<NewHolder, { deploymentId: string }>(
  'deployment.take-program',
  `${insertInto(
    previewProgram,
    ['deploymentId', 'process', 'address'],
    { leaseUntil: "clock_timestamp() + :leaseMs::float8 * interval '1 millisecond'" },
    `on conflict (deployment_id) do update
       set process = excluded.process, address = excluded.address, lease_until = excluded.lease_until
       where preview_program.lease_until < clock_timestamp() or preview_program.process = excluded.process`,
  )} returning deployment_id as "deploymentId"`,
)
const find = statement<{ deploymentId: string }, { address: string }>(
  'deployment.find-program',
  'select address from preview_program where deployment_id = :deploymentId',
)
/** Claims the program of a deployment; returns the address of the process that has it, if that is not this process. */
export const claimProgram = async (tx: Transaction, holder: NewHolder): Promise<string | undefined> => {
  await removeOld(tx)
  if ((await take(tx, holder)).length > 0) return undefined
  return (await find(tx, holder)).at(0)?.address
}

const renew = statement<{ ids: readonly string[]; process: string; leaseMs: number }, { deploymentId: string }>(
  'deployment.renew-programs',
  `update preview_program set lease_until = clock_timestamp() + :leaseMs::float8 * interval '1 millisecond'
   where deployment_id = any(:ids::uuid[]) and process = :process returning deployment_id as "deploymentId"`,
)
/** Renews the leases of a process; returns the deployments that it still has. */
export const renewPrograms = async (tx: Transaction, of: Parameters<typeof renew>[1]): Promise<ReadonlySet<string>> =>
  new Set((await renew(tx, of)).map(({ deploymentId }) => deploymentId))

export const releaseProgram = statement<{ deploymentId: string; process: string }>(
  'deployment.release-program',
  'delete from preview_program where deployment_id = :deploymentId and process = :process',
)
