import { atelier } from '../program/command.ts'
import { bringIn } from '../pull/apply-pull.ts'
import { pullSurveyed, type PullResult } from '../pull/pull-path.ts'
import type { Session } from '../session.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { withCheckoutLock } from './checkout-lock.ts'
import { obstructed } from './obstacles.ts'
import { planSync } from './plan.ts'
import { planProtected } from './protected-plan.ts'
import { nothingProtected, planProtectedFiles, type PlannedProtected } from './push-protected.ts'
import { pushSurveyed, type PushResult, type PushOptions } from './push-path.ts'
import { findCheckout, surveyCheckout, type Survey } from './survey.ts'
import { readSyncState } from './sync-state.ts'

interface SyncResult {
  readonly pulled: Omit<PullResult, 'path'>
  readonly pushed: PushResult
}

/** Brings a checkout and its project in step: new commits there come here, then new commits here go there. */
export const syncPath = (session: Session, path: string, options: PushOptions): Promise<SyncResult> =>
  inTemporaryFolder(async (folder) => {
    session.ifInterrupted(`Stopped. Run ${atelier} sync again to go on where this was.`)
    const found = await findCheckout(session, path)
    return withCheckoutLock(session, found, options, async () => {
      const survey = await surveyCheckout(session, { found, project: options.project, folder })
      for (const note of survey.notes) session.output.say(note)
      return syncSurveyed(session, survey, { ...options, folder })
    })
  })

const syncSurveyed = async (
  session: Session,
  survey: Survey,
  options: PushOptions & { readonly folder: string },
): Promise<SyncResult> => {
  const { obstacle } = planSync(survey.distance, survey.workTree)
  if (obstacle) {
    if (!options.dryRun) await bringIn({ ...survey, signal: session.signal })
    throw obstructed(obstacle, survey)
  }
  const planned = options.protect === false ? nothingProtected : await planProtectedFiles(session, survey)
  const pulled = await pullSurveyed(session, survey, planned, options)
  if (pulled.obstacle) throw pulled.obstacle
  const after = await surveyAfter(session, survey)
  const pushed = await pushSurveyed(session, after, { ...options, planned: plannedAfter(planned) })
  return { pulled, pushed }
}

/** The survey after its pull: the branch here has all that the project has. */
const surveyAfter = async (session: Session, survey: Survey): Promise<Survey> => {
  const { url } = await session.client()
  const synced = await readSyncState(survey.found, { url, projectId: survey.head.projectId })
  if (survey.distance.behind === 0) return { ...survey, synced }
  const changed = { here: [], there: [] }
  return { ...survey, synced, changed, local: survey.head.commitSha, distance: { ahead: 0, behind: 0 } }
}

const plannedAfter = ({ surveyed, plan }: PlannedProtected): PlannedProtected => {
  const came = new Set(plan.pull)
  const sides = surveyed.sides.map((one) => (came.has(one) ? { ...one, here: one.there, synced: one.there } : one))
  return { surveyed: { ...surveyed, sides }, plan: planProtected(sides) }
}
