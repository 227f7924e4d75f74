import { faultsOfName } from '../../../../platform/contract/schema.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { growthRules } from '../../settings/index.ts'
import { updateGrowthPlay } from '../contract.ts'
import { isAdministrator, mailboxIdsHere } from '../known-facts.ts'
import type { PlayParts } from '../parts.ts'
import { presentPlay } from '../present.ts'
import { findOutsideFacts, mailboxesOf, missingFor } from '../readiness.ts'
import { canMove } from '../rules.ts'
import { approvalRefusal, faultsOfPlay, settingsAfter, touchesFixed } from '../rules/change-play.ts'
import { findPlay, lockPlay, savePlay } from '../store.ts'

export default ({ reach }: Pick<PlayParts, 'reach'>) =>
  handle(updateGrowthPlay, async ({ workspace, params, body, read, caller, absent, fail, invalid, commit }) => {
    const mailboxes = await read(async (tx) =>
      mailboxesOf(tx, {
        ...((await findPlay(tx, params.playId)) ?? absent()),
        ...(body.mailboxIds && { mailboxIds: body.mailboxIds }),
      }),
    )
    const outside = body.status === 'active' ? await findOutsideFacts(reach, workspace, mailboxes) : undefined
    return commit(async ({ tx, now, ok }) => {
      const play = (await lockPlay(tx, params.playId)) ?? absent()
      const unfit = faultsOfName('name', body.name, [play.name])
      if (unfit.length > 0) return invalid(unfit)
      const rules = await growthRules(tx)
      const approval = approvalRefusal(body.sendApproval, isAdministrator(caller), rules.sendApproval)
      if (approval) return fail[approval]()
      const status = body.status ?? play.status
      const isMoved = status !== play.status
      if (play.status === 'archived') return fail.playArchived()
      const project = await findGrowthProject(tx, play.growthProjectId)
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
      const saved = await savePlay(tx, play.id, change, now)
      return ok(presentPlay(saved), {
        resource: ['growth_play', play.id],
        parent: ['growth_project', play.growthProjectId],
        metadata: {
          fields: Object.keys(body),
          ...(isMoved && { from: play.status, to: status }),
          ...(isFirst && { acknowledgesGdpr: true }),
        },
      })
    })
  })
