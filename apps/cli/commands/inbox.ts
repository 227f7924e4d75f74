import { atelier } from '../command.ts'
import { requests } from '../../../domains/delivery/requests/contract.ts'
import type { Client } from '../client/client.ts'
import { pendingRequests, requestLines, shortId, waysToDecide, type Request } from '../cycle/request.ts'
import { absent, usage } from '../failure.ts'
import type { Session } from '../session.ts'
import { printable } from '../terminal/text.ts'

/** `atelier inbox`: what waits for a decision. */
export const inbox = async ({ client, output }: Session): Promise<void> => {
  const rows = await pendingRequests(await client())
  output.document(rows)
  if (rows.length === 0) output.print('Nothing waits for a decision.')
  for (const row of rows) {
    const [title, ...reasons] = requestLines(row)
    output.print(`${shortId(row.id)}  ${title} · ${printable(row.project.name)} · since ${row.createdAt.slice(0, 16)}`)
    for (const line of [...reasons, ...waysToDecide(row).map((way) => `  ${way}`)]) output.print(`        ${line}`)
  }
}

/** `atelier approve <request>` */
export const approve = (session: Session, named: string, { note }: { readonly note?: string }) =>
  decide(session, named, { status: 'approved', ...(note !== undefined && { decision: note }) })

/** `atelier reject <request>` */
export const reject = (session: Session, named: string, { feedback }: { readonly feedback?: string }) =>
  decide(session, named, { status: 'denied', ...(feedback !== undefined && { feedback }) })

const decide = async (
  { client, output }: Session,
  named: string,
  body: { readonly status: 'approved' | 'denied'; readonly decision?: string; readonly feedback?: string },
) => {
  const at = await client()
  const id = await requestNamed(at, named)
  const decided = await at.call(requests.resolvePendingRequest, { params: { id }, body })
  output.document(decided)
  output.print(`${printable(decided.title)} ${outcomes[decided.status]}${whatFollows(decided)}`)
}

const outcomes = { pending: 'Pending.', approved: 'Approved.', denied: 'Denied.', cancelled: 'Cancelled.' }

const whatFollows = ({ blocking, cycleId }: Request) =>
  blocking ? ` The run goes on with that: ${atelier} watch ${cycleId}` : ''

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The request of that id, or the one that is pending and whose id begins or ends so. */
const requestNamed = async (client: Client, named: string): Promise<string> => {
  if (uuid.test(named)) return named
  const part = named.replaceAll('-', '').toLowerCase()
  const found = (await pendingRequests(client)).filter(({ id }) => {
    const whole = id.replaceAll('-', '')
    return part !== '' && (whole.startsWith(part) || whole.endsWith(part))
  })
  if (found.length > 1)
    throw usage(`${found.length} requests have an id like ${printable(named)}. Give more of it: ${atelier} inbox`)
  return (
    found[0]?.id ??
    fail(`No request with an id like ${printable(named)} waits for a decision. ${atelier} inbox lists those that do.`)
  )
}

const fail = (message: string): never => {
  throw absent('no_request', message)
}
