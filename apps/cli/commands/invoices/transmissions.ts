import { transmissions as contract } from '../../../../domains/billing/transmissions/contract.ts'
import type { Session } from '../../session.ts'
import { invoiceNamed } from './invoices.ts'
import { transmissionText } from './transmission-text.ts'

const reaches = {
  reachable: 'The client takes invoices in the network.',
  notThere: 'The network does not know the address of the client.',
  unknown: 'Whether the client takes invoices in the network cannot be told at the moment.',
} as const

/**
 * `atelier invoices hand-over`: reports whether the client is in the network, and hands an issued invoice over to it.
 */
export const handOverInvoice = async (session: Session, named: string): Promise<void> => {
  const client = await session.client()
  const params = { id: await invoiceNamed(client, named) }
  const { reach } = await client.call(contract.getClientInvoiceTransmissions, { params, query: { reach: true } })
  if (reach !== null) session.output.print(reaches[reach])
  const begun = await client.call(contract.handOverClientInvoice, { params })
  session.output.show({ ...begun, reach }, transmissionText(begun))
}
