import { suppressions as contract } from '../../../../domains/growth/suppression/contract.ts'
import type { Reply } from '../../client/client.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Suppression = Reply<typeof contract.listGrowthSuppressions>[number]

/** `atelier growth suppressions`: the newest 1,000 entries, or those that forbid mail to one address. */
export const listSuppressions = async (
  { client, output }: Session,
  { address }: { readonly address?: string },
): Promise<void> => {
  const query = address === undefined ? {} : { address }
  const rows = await (await client()).call(contract.listGrowthSuppressions, { query })
  output.document(rows)
  for (const row of rows) output.print(suppressionText(row))
  if (rows.length === 0) output.say(address === undefined ? 'The list is empty.' : 'No entry forbids mail to it.')
}

/** `atelier growth suppress`: adds addresses and domains. */
export const suppress = async ({ client, output }: Session, entries: string[]): Promise<void> => {
  const reply = await (await client()).call(contract.addGrowthSuppressions, { body: { entries } })
  output.document(reply)
  for (const row of reply.added) output.print(suppressionText(row))
  if (reply.alreadyListed > 0) output.say(`Listed before: ${reply.alreadyListed}`)
}

/** `atelier growth unsuppress`: removes an entry that a person added or a bounce made, by its id. */
export const unsuppress = async ({ client, output }: Session, suppressionId: string): Promise<void> => {
  const reply = await (await client()).call(contract.removeGrowthSuppression, { params: { suppressionId } })
  output.document(reply)
  output.say('The entry is removed. Outreach can reach it again.')
}

const suppressionText = ({ id, value, source }: Suppression) =>
  `${id}  ${source.padEnd(11)}  ${value === null ? '(erased)' : printable(value)}`
