import { v7 as uuidv7 } from 'uuid'
import { isAdministrator } from '../../../platform/access/index.ts'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { workspaceTimeZone } from '../../accounts/workspaces/index.ts'
import { microsToUsd } from '../../code/projects/rules/caps.ts'
import { chooseLeads, leadIdsToLookUp, judgeLeads, leadsOfPlay, queueLeads } from '../leads/index.ts'
import { connectedMailboxes } from '../mailboxes/index.ts'
import { spendByPlay, hasRoom, lookUpLeads, type PlaySpend } from '../providers/index.ts'
import { findGrowthProject, readProject } from '../research/index.ts'
import { growthRules } from '../settings/index.ts'
import * as contract from './contract.ts'
import type { GrowthPlay, GrowthSpend } from './contract/schemas.ts'
import { findOutsideFacts, mailboxesOf, missingFor, type Reach } from './readiness.ts'
import { canMove, isRunning } from './rules.ts'
import { approvalRefusal, faultsOfPlay, playByDefault, settingsAfter, touchesFixed } from './rules/change-play.ts'
import { findPlay, insertPlay, newestPlays, playNames, playPage, lockPlay, savePlay } from './store.ts'
import type { PlayRow } from './tables.ts'

const leadsAtOnce = 500

/** Queues the new leads of a running play for their mails; returns how many may not, by the code of their refusal. */
const queueLeadsOf = async (tx: Transaction, vault: Vault, play: PlayRow, now: Date) => {
  const move = { to: 'queued', isArchived: false, regions: play, isPlayRunning: isRunning(play) } as const
  const refused: Record<string, number> = {}
  let queued = 0
  let after: string | null = null
  for (;;) {
    const leads = await leadsOfPlay(tx, { growthPlayId: play.id, ids: null, after, limit: leadsAtOnce })
    const unqueued = leads.filter(({ status }) => status === 'new')
    const fresh = unqueued.filter(({ sequenceStoppedAt }) => sequenceStoppedAt === null)
    const ended = unqueued.length - fresh.length
    if (ended > 0) refused.sequence_ended = (refused.sequence_ended ?? 0) + ended
    const refusals = await judgeLeads(tx, vault, fresh, move)
    for (const code of refusals.values()) refused[code] = (refused[code] ?? 0) + 1
    const ids = fresh.flatMap(({ id }) => (refusals.has(id) ? [] : [id]))
    await queueLeads(tx, { ids, now })
    queued += ids.length
    after = leads.at(-1)?.id ?? null
    if (leads.length < leadsAtOnce) return { queued, refused }
  }
}

/** The mailboxes that a play may name. */
const mailboxIdsHere = async (tx: Transaction): Promise<readonly string[]> =>
  (await connectedMailboxes(tx)).map(({ id }) => id)

const leadsMost = 100_000

const assignGrowthLeads = handle(contract.assignGrowthLeads, async ({ tx, params, body, absent, fail, ok }) => {
  const play = (await findPlay(tx, { id: params.playId })) ?? absent()
  const { growthProjectId, id: growthPlayId } = play
  if ((await findGrowthProject(tx, { id: growthProjectId }))?.archivedAt !== null) return fail.archived()
  if (play.status === 'archived') return fail.playArchived()
  const { leadIds: ids = null, listId = null, limit = leadsMost } = body
  const assigned = await chooseLeads(tx, { growthProjectId, growthPlayId, ids, listId, limit })
  const parent = ['growth_project', growthProjectId] as const
  return ok({ assigned }, { resource: ['growth_play', growthPlayId], parent, metadata: { assigned } })
})

const createGrowthPlay = handle(
  contract.createGrowthPlay,
  async ({ tx, params, body, caller, now, absent, fail, invalid, created }) => {
    const { projectId: growthProjectId } = params
    const project = (await findGrowthProject(tx, { id: growthProjectId })) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    const { sendApproval } = await growthRules(tx)
    const refusal = approvalRefusal(body.sendApproval, isAdministrator(caller.role), sendApproval)
    if (refusal) return fail[refusal]()
    const settings = settingsAfter({ ...playByDefault, name: body.name }, body)
    const faults = faultsOfPlay(settings, await mailboxIdsHere(tx))
    if (faults.length > 0) return invalid(faults)
    const play = await insertPlay(tx, { id: uuidv7(), growthProjectId, ...settings, userId: caller.userId, now })
    return created(presentPlay(play), {
      resource: ['growth_play', play.id],
      parent: ['growth_project', growthProjectId],
      metadata: { name: play.name },
    })
  },
)

const getGrowthProject = handle(contract.getGrowthProject, async ({ tx, params, absent, ok }) => {
  const project = (await findGrowthProject(tx, { id: params.projectId })) ?? absent()
  return ok({ ...(await readProject(tx, project)), plays: await newestPlays(tx, project.id) })
})

const spendDays = 30

const getGrowthSpend = handle(contract.getGrowthSpend, async ({ tx, params: { projectId }, ok }) => {
  const spent = await spendByPlay(tx, projectId, spendDays)
  return ok(presentSpend(await workspaceTimeZone(tx), await playNames(tx, { growthProjectId: projectId }), spent))
})

const listGrowthPlays = handle(contract.listGrowthPlays, async ({ tx, params, query, next, ok }) => {
  const page = await playPage(tx, params.projectId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentPlay))
})

const queueGrowthLeads = (vault: Vault) =>
  handle(contract.queueGrowthLeads, async ({ tx, params, now, absent, fail, ok }) => {
    const play = (await findPlay(tx, { id: params.playId })) ?? absent()
    if (!vault.available) return fail.noVault()
    const project = await findGrowthProject(tx, { id: play.growthProjectId })
    if (project?.archivedAt !== null || play.status !== 'active') return fail.notRunning()
    const queued = await queueLeadsOf(tx, vault, play, now)
    const parent = ['growth_project', play.growthProjectId] as const
    return ok(queued, { resource: ['growth_play', play.id], parent, metadata: queued })
  })

const lookUpLeadsMost = 10_000
/** Below the price of any look-up. */
const leastMicros = 1

const startGrowthPlayLookup = ({ engine, vault }: Pick<PlayParts, 'engine' | 'vault'>) =>
  handle(contract.startGrowthPlayLookup, async ({ tx, params, caller, absent, fail, accepted }) => {
    const play = (await lockPlay(tx, { id: params.playId })) ?? absent()
    const { growthProjectId, id: growthPlayId } = play
    if ((await findGrowthProject(tx, { id: growthProjectId }))?.archivedAt !== null) return fail.archived()
    if (play.status === 'archived') return fail.playArchived()
    if (!vault.available) return fail.noVault()
    if (!(await hasRoom(tx, play.id, leastMicros))) return fail.overCap()
    const leadIds = await leadIdsToLookUp(tx, growthPlayId, lookUpLeadsMost)
    const request = { growthProjectId, growthPlayId, leadIds, startedBy: caller.userId }
    const pass = (await lookUpLeads(tx, engine, request)) ?? fail.noLeads()
    return accepted(
      { lookupId: pass.id, leads: pass.leads },
      {
        resource: ['growth_lookup', pass.id],
        parent: ['growth_project', growthProjectId],
        metadata: { leads: pass.leads, growthPlayId },
      },
    )
  })

const updateGrowthPlay = ({ reach }: Pick<PlayParts, 'reach'>) =>
  handle(
    contract.updateGrowthPlay,
    async ({ workspace, params, body, read, caller, absent, fail, invalid, commit }) => {
      const mailboxes = await read(async (tx) =>
        mailboxesOf(tx, {
          ...((await findPlay(tx, { id: params.playId })) ?? absent()),
          ...(body.mailboxIds && { mailboxIds: body.mailboxIds }),
        }),
      )
      const outside = body.status === 'active' ? await findOutsideFacts(reach, workspace, mailboxes) : undefined
      return commit(async ({ tx, now, ok }) => {
        const play = (await lockPlay(tx, { id: params.playId })) ?? absent()
        const unfit = faultsOfName('name', body.name, [play.name])
        if (unfit.length > 0) return invalid(unfit)
        const rules = await growthRules(tx)
        const approval = approvalRefusal(body.sendApproval, isAdministrator(caller.role), rules.sendApproval)
        if (approval) return fail[approval]()
        const status = body.status ?? play.status
        const isMoved = status !== play.status
        if (play.status === 'archived') return fail.playArchived()
        const project = await findGrowthProject(tx, { id: play.growthProjectId })
        if (project?.archivedAt !== null) return fail.archived()
        if (isMoved && !canMove(play.status, status)) return fail.noMove()
        if (play.status === 'active' && status === 'active' && touchesFixed(body)) return fail.active()
        const settings = settingsAfter(play, body)
        const faults = faultsOfPlay(settings, [...play.mailboxIds, ...(await mailboxIdsHere(tx))])
        if (faults.length > 0) return invalid(faults)
        const isFirst = play.acknowledgedAt === null && body.acknowledgesGdpr === true
        const acknowledgedAt = isFirst ? now : play.acknowledgedAt
        const isLaunched = isMoved && status === 'active'
        const missing = isLaunched ? await missingFor(tx, { ...settings, id: play.id, acknowledgedAt }, outside!) : []
        if (missing[0]) return fail[missing[0]]({ missing: [...missing] })
        const pauseReason = isMoved ? 'person' : play.pauseReason
        const change = {
          ...settings,
          status,
          pauseReason: status === 'paused' ? pauseReason : null,
          acknowledgedBy: isFirst ? caller.userId : play.acknowledgedBy,
          acknowledgedAt,
          launchedAt: isLaunched ? (play.launchedAt ?? now) : play.launchedAt,
        }
        return ok(presentPlay(await savePlay(tx, play.id, change, now)), {
          resource: ['growth_play', play.id],
          parent: ['growth_project', play.growthProjectId],
          metadata: {
            fields: Object.keys(body),
            ...(isMoved && { from: play.status, to: status }),
            ...(isFirst && { acknowledgesGdpr: true }),
          },
        })
      })
    },
  )

export default (parts: PlayParts) => ({
  getGrowthProject,
  listGrowthPlays,
  createGrowthPlay,
  updateGrowthPlay: updateGrowthPlay(parts),
  assignGrowthLeads,
  queueGrowthLeads: queueGrowthLeads(parts.vault),
  startGrowthPlayLookup: startGrowthPlayLookup(parts),
  getGrowthSpend,
})

/** The parts of operations on plays. */
interface PlayParts {
  readonly engine: Engine
  readonly vault: Vault
  readonly reach: Reach
}

const dollarsOrNull = (micros: number | null) => (micros === null ? null : microsToUsd(micros))

export const presentPlay = (row: PlayRow): Static<typeof GrowthPlay> => {
  const { hardCapMicros, steps, excludedCountries, mailboxIds, growthRunId, evidence, ...play } = row
  return {
    ...play,
    excludedCountries: [...excludedCountries],
    mailboxIds: [...mailboxIds],
    steps: [...steps],
    hardCapUsd: dollarsOrNull(hardCapMicros),
    proposedByRunId: growthRunId,
    evidence: [...evidence],
  }
}

/** Each play, and last the spend without a play or of a play that is not among the newest. */
const presentSpend = (
  timeZone: string,
  plays: readonly Pick<PlayRow, 'id' | 'name' | 'hardCapMicros'>[],
  spent: readonly PlaySpend[],
): Static<typeof GrowthSpend> => {
  const sumsOf = (spends: readonly PlaySpend[]) => ({
    todayUsd: microsToUsd(spends.reduce((sum, { todayMicros }) => sum + todayMicros, 0)),
    last30DaysUsd: microsToUsd(spends.reduce((sum, { periodMicros }) => sum + periodMicros, 0)),
  })
  const others = spent.filter(({ growthPlayId }) => !plays.some(({ id }) => id === growthPlayId))
  const lines = plays.map(({ id, name, hardCapMicros }) => {
    const sums = sumsOf(spent.filter(({ growthPlayId }) => growthPlayId === id))
    return { playId: id, name, ...sums, hardCapUsd: dollarsOrNull(hardCapMicros) }
  })
  const rest = { playId: null, name: null, ...sumsOf(others), hardCapUsd: null }
  return { timeZone, plays: others.length > 0 ? [...lines, rest] : lines }
}
