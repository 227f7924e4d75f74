import { isAgency } from '../../../../platform/access/index.ts'
import type { Reach } from '../../../../execution/access-points/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findInvoice, type InvoiceRow } from '../../invoices/index.ts'
import { getClientInvoiceTransmissions } from '../contract.ts'
import { openAccount } from '../keys.ts'
import type { TransmissionParts } from '../parts.ts'
import { presentTransmission } from '../present.ts'
import { findConnection } from '../store.ts'
import { statusesOf, transmissionsOf } from '../store-transmissions.ts'

export default (parts: TransmissionParts) =>
  handle(getClientInvoiceTransmissions, async ({ read, params, query, caller, workspace, ok }) => {
    const isOfAgency = isAgency(caller.role)
    const found = await read(async (tx) => {
      const rows = await transmissionsOf(tx, params.id)
      // A test reaches no client, and says nothing to one.
      const shown = rows.filter(({ environment }) => isOfAgency || environment === 'live')
      const statuses = await statusesOf(
        tx,
        shown.map(({ id }) => id),
      )
      return {
        invoice: (await findInvoice(tx, params.id))!,
        transmissions: shown.map((row) => presentTransmission(row, statuses, isOfAgency)),
        environment: isOfAgency ? ((await findConnection(tx))?.environment ?? null) : null,
      }
    })
    const { invoice, transmissions, environment } = found
    const reach = isOfAgency && query.reach ? await reachOf(parts, workspace, invoice) : null
    return ok({ environment, reach, transmissions })
  })

const reachOf = async (
  { database, vault, accessPoints }: TransmissionParts,
  workspace: string,
  { buyerElectronic }: InvoiceRow,
): Promise<Reach | null> => {
  const endpoint = buyerElectronic?.endpoint ?? null
  if (endpoint === null || !vault.available) return null
  const asked = await database.reading(workspace, async (tx) => {
    const connection = await findConnection(tx)
    const account = connection && (await openAccount(tx, vault, connection))
    return account && { account, driver: connection.driver }
  })
  return asked ? accessPoints[asked.driver].reach(asked.account, endpoint) : null
}
