import { resolve } from 'node:path'
import { components } from '../../../../domains/delivery/components/contract.ts'
import { defined, type Reply } from '../../client/client.ts'
import { download } from '../../files/download.ts'
import { usage } from '../../failure.ts'
import { readJson } from '../../files/json-file.ts'
import { chooseCycle } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { accountNamed } from '../invoices/invoices.ts'

type Affected = Reply<typeof components.findAffectedDeliveries>
type Delivery = Affected['clients'][number]['deliveries'][number]

interface AffectedOptions {
  readonly type: Delivery['purlType']
  readonly fixed?: string
  readonly vulnerability?: string
  readonly osv?: string
}

/** `atelier packages affected`: prints deliveries that contain a package, and deliveries that could not be read. */
export const showAffected = async (
  session: Session,
  name: string | undefined,
  { type, fixed, vulnerability, osv }: AffectedOptions,
): Promise<void> => {
  if ((name === undefined) === (osv === undefined)) throw usage('Name a package, or give a record with --osv.')
  const client = await session.client()
  const body =
    osv === undefined
      ? defined({
          purlType: type,
          name: name!,
          events: fixed === undefined ? undefined : [{ introduced: '0' }, { fixed }],
          vulnerability,
        })
      : { osv: await readJson<Record<string, unknown>>(resolve(session.cwd, osv), recordForm) }
  const found = await client.call(components.findAffectedDeliveries, { body })
  session.output.document(found)
  const { print } = session.output
  if (found.withdrawnAt !== null)
    print(`The record was withdrawn on ${found.withdrawnAt.slice(0, 10)}: those who published it took it back.`)
  if (found.clients.length === 0) print('No delivery has an affected version, as far as lock files say it.')
  for (const one of found.clients) {
    print(one.clientName === null ? 'Projects without a client' : printable(one.clientName))
    for (const delivery of one.deliveries) print(`  ${lineOf(delivery)}`)
    for (const { name: person, email } of one.contacts)
      print(`  tell ${printable(person === null ? email : `${person} <${email}>`)}`)
    for (const { toldAt, note } of one.notices) print(`  told ${toldAt.slice(0, 16)}: ${printable(note)}`)
  }
  if (found.unknown.length > 0) print('Not judged:')
  for (const { projectName, path, commitSha, version, reason } of found.unknown) {
    const place = [projectName, path ?? `commit ${commitSha.slice(0, 8)}`, ...(version === null ? [] : [version])]
    print(`  ${[...place, reasons[reason]].map(printable).join(' · ')}`)
  }
  for (const one of found.left) print(`Not looked for: ${printable(one)}`)
  if (found.truncated) session.output.say('There is more than is shown. Ask for one package at a time.')
}

const recordForm = 'Save a vulnerability as osv.dev publishes it.'

const reasons: Readonly<Record<Affected['unknown'][number]['reason'], string>> = {
  version: 'cannot be compared with the affected versions',
  part: 'some packages have no version',
  unlocked: 'asks for packages without a lock file',
  unread: 'could not be read',
  pending: 'is being read; ask again in a minute',
  failed: 'could not be read',
}

const lineOf = (one: Delivery): string => {
  const state = one.isLive ? 'live now' : one.isNewest ? 'newest' : 'superseded'
  const subject = one.cycleHandle === null ? `commit ${one.commitSha.slice(0, 8)}` : `${one.cycleHandle} ${one.title}`
  return [
    `${one.name} ${one.version}`,
    subject,
    one.projectName,
    one.path,
    ...(one.deliveredAt === null ? [] : [one.deliveredAt.slice(0, 10)]),
    one.isDevelopment ? `${state}, development only` : state,
  ]
    .map(printable)
    .join(' · ')
}

/** `atelier packages notice`: records that a client was informed about a vulnerability. */
export const recordNotice = async (
  session: Session,
  named: string,
  { vulnerability, note, at }: { readonly vulnerability: string; readonly note: string; readonly at?: string },
): Promise<void> => {
  const client = await session.client()
  const params = { id: await accountNamed(client, named) }
  const body = defined({ vulnerability, note, toldAt: at })
  const notice = await client.call(components.recordVulnerabilityNotice, { params, body })
  session.output.show(notice, `Recorded: told of ${printable(notice.vulnerability)} at ${notice.toldAt.slice(0, 16)}.`)
}

/** `atelier packages bill`: downloads the bill of materials for a cycle's delivery. */
export const readBill = async (session: Session, cycle: string | undefined, out: string | undefined): Promise<void> => {
  const client = await session.client()
  const params = { id: await chooseCycle(session, cycle) }
  await download(session, client.url, await client.open(components.getCycleBillOfMaterials, { params }), out)
}
