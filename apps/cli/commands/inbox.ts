import { atelier } from '../command.ts'
import { requests } from '../../../domains/delivery/requests/contract.ts'
import type { Client } from '../client/client.ts'
import { pendingRequests, requestLines, waysToDecide, type Request } from '../cycle/request.ts'
import { chooseId, shortId } from '../ids.ts'
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
  blocking ? ` The run goes on with that: ${atelier} watch ${shortId(cycleId)}` : ''

/** The request of that id, or the one that is pending and whose id begins or ends so. */
const requestNamed = async (client: Client, named: string): Promise<string> =>
  chooseId(named, client.every(requests.listPendingRequests, { query: { status: 'pending' } }), {
    one: 'request',
    many: 'requests',
    list: `${atelier} inbox`,
    describe: ({ title }) => title,
  })
