import { getClientInvoiceTransmissions } from '../../../../domains/billing/transmissions/contract.ts'
import type { Client, Reply } from '../../client/client.ts'
import { printable } from '../../terminal/text.ts'

export type Transmission = Reply<typeof getClientInvoiceTransmissions>['transmissions'][number]

/** The documents of an invoice that were handed over, newest first. */
export const transmissionsOf = async (client: Client, id: string): Promise<readonly Transmission[]> =>
  (await client.call(getClientInvoiceTransmissions, { params: { id } })).transmissions

/** A document that was handed over, in one line. */
export const transmissionText = ({ environment, state, answer, reason, detail, createdAt }: Transmission): string => {
  const mode = environment === 'test' ? ' (test)' : ''
  const answered = answer === null ? '' : ` ${answer}`
  const why = [reason, detail].flatMap((text) => (text === null ? [] : [printable(text)])).join(', ')
  return `Peppol${mode} · ${state}${answered} · since ${createdAt.slice(0, 16)}${why === '' ? '' : `: ${why}`}`
}
