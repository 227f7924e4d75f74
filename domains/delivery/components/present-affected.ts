import type { Static } from '../../../platform/contract/index.ts'
import type { Judgement, OsvRecord } from '../../../execution/components/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { accountNames, billingAddresses, contactsOf } from '../../accounts/clients/index.ts'
import { liveInProduction } from '../../code/deployments/index.ts'
import { projectPlaces, type ProjectFilter } from '../../code/projects/index.ts'
import { deliveriesOfCommits } from '../cycles/index.ts'
import { affectedLimits, type findAffectedDeliveries } from './contract.ts'
import { noteDelivered, unjudgedFiles, usesOf, type BillUse, type FoundVersion, noticesOf } from './store.ts'

type Answer = Static<(typeof findAffectedDeliveries)['replies'][200]>
type Delivery = Answer['clients'][number]['deliveries'][number]
type Unjudged = Answer['unknown'][number]

interface AffectedSearch {
  readonly record: OsvRecord
  readonly found: readonly (FoundVersion & { readonly judgement: Judgement })[]
  readonly seen: ProjectFilter
  readonly now: Date
}

const contactsMost = 5_000
const noticesMost = 1_000
const liveMost = 2_000

const placeOf = ({ repositoryId, commitSha }: Pick<BillUse, 'repositoryId' | 'commitSha'>) =>
  `${repositoryId} ${commitSha}`

/** The clients who were delivered an affected version, and what could not be judged. */
export const presentAffected = async (tx: Transaction, asked: AffectedSearch): Promise<Answer> => {
  const { record, found, seen, now } = asked
  const { deliveries: most, unknown: unknownMost, versions: versionsMost } = affectedLimits
  const relevant = found.filter(({ judgement }) => judgement !== 'unaffected')
  const byContent = Map.groupBy(relevant, ({ contentSha256 }) => contentSha256)
  const uses = await usesOf(tx, { contents: [...byContent.keys()], ...seen, limit: most + 1 })
  const live = await liveInProduction(tx, { ...seen, limit: liveMost })
  const livePlaces = new Set(live.map(placeOf))
  // A live commit that no cycle delivered is read from now on; until then it counts as not judged.
  await noteDelivered(tx, live, now)
  const types = record.packages.map(({ type }) => type)
  // A lock file of Deno has packages of both kinds.
  if (types.includes('npm')) types.push('jsr')
  const unjudged = await unjudgedFiles(tx, { types, ...seen, limit: unknownMost + 1 })
  const projectIds = new Set([...uses, ...unjudged].map(({ projectId }) => projectId))
  const projects = new Map((await projectPlaces(tx, [...projectIds])).map((place) => [place.id, place]))
  const cycles = Map.groupBy(await deliveriesOfCommits(tx, uses), placeOf)

  const deliveries = uses.flatMap((use): Delivery[] => {
    const versions = byContent.get(use.contentSha256)!.filter(({ judgement }) => judgement === 'affected')
    const places = cycles.get(placeOf(use)) ?? [undefined]
    return versions.flatMap(({ type, name, version, isDevelopment }) =>
      places.map((cycle) => ({
        ...use,
        projectName: projects.get(use.projectId)!.name,
        cycleId: cycle?.cycleId ?? null,
        cycleHandle: cycle?.handle ?? null,
        title: cycle?.title ?? null,
        purlType: type as Delivery['purlType'],
        name,
        version,
        isDevelopment,
        deliveredAt: cycle?.deliveredAt ?? null,
        isNewest: cycle?.isNewest ?? false,
        isLive: livePlaces.has(placeOf(use)),
      })),
    )
  })
  const incomparable = uses.flatMap((use): Unjudged[] =>
    byContent
      .get(use.contentSha256)!
      .filter(({ judgement }) => judgement === 'unknown')
      .map(({ version }) => ({ ...unjudgedAt(projects, use), path: use.path, version, reason: 'version' })),
  )
  const unread = unjudged.map((one): Unjudged => {
    const { path, state } = one
    return { ...unjudgedAt(projects, one), path, version: null, reason: state as Unjudged['reason'] }
  })
  const unknown = [...incomparable, ...unread]
  const vulnerability = record.id === '' ? null : record.id
  return {
    vulnerability,
    withdrawnAt: record.withdrawnMs === null ? null : new Date(record.withdrawnMs),
    clients: await clientsOf(tx, deliveries.slice(0, most), projects, vulnerability),
    unknown: unknown.slice(0, unknownMost),
    left: [...record.left].slice(0, unknownMost),
    truncated:
      found.length > versionsMost || uses.length > most || deliveries.length > most || unknown.length > unknownMost,
  }
}

type Projects = ReadonlyMap<string, { readonly name: string; readonly clientAccountId: string | null }>

const unjudgedAt = (
  projects: Projects,
  { projectId, repositoryId, commitSha }: Pick<BillUse, 'projectId' | 'repositoryId' | 'commitSha'>,
) => {
  const { name, clientAccountId } = projects.get(projectId)!
  return { projectId, projectName: name, clientAccountId, repositoryId, commitSha }
}

const clientsOf = async (
  tx: Transaction,
  deliveries: readonly Delivery[],
  projects: Projects,
  vulnerability: string | null,
): Promise<Answer['clients']> => {
  const byClient = Map.groupBy(deliveries, ({ projectId }) => projects.get(projectId)!.clientAccountId)
  const ids = [...byClient.keys()].filter((id) => id !== null)
  const names = await accountNames(tx, ids)
  const contacts = await contactsOf(tx, { accountIds: ids, rows: contactsMost })
  const people = Map.groupBy(contacts, ({ clientAccountId }) => clientAccountId)
  const billing = await billingAddresses(tx, ids)
  const all = vulnerability !== null ? await noticesOf(tx, { vulnerability, rows: noticesMost }) : []
  const notices = Map.groupBy(all, ({ clientAccountId }) => clientAccountId)
  const clients = [...byClient].map(([id, of]) => ({
    clientAccountId: id,
    clientName: id === null ? null : (names.get(id) ?? null),
    contacts: id === null ? [] : contactsFor(people.get(id) ?? [], billing.get(id)),
    deliveries: of.toSorted(byRank),
    notices: id === null ? [] : (notices.get(id) ?? []),
  }))
  return clients.toSorted((one, other) => byRank(one.deliveries[0]!, other.deliveries[0]!))
}

const contactsFor = (people: readonly { readonly name: string; readonly email: string }[], billing?: string) => [
  ...people.map(({ name, email }) => ({ name, email })),
  ...(billing === undefined || people.some(({ email }) => email === billing) ? [] : [{ name: null, email: billing }]),
]

/** Live commits come first, then the newest deliveries; packages of development come last. */
const byRank = (one: Delivery, other: Delivery) =>
  Number(one.isDevelopment) - Number(other.isDevelopment) ||
  Number(other.isLive) - Number(one.isLive) ||
  Number(other.isNewest) - Number(one.isNewest) ||
  (other.deliveredAt?.getTime() ?? 0) - (one.deliveredAt?.getTime() ?? 0)
