import { handle } from '../../../../platform/handler/index.ts'
import { labelOfCycle, type PreviewSite } from '../../../code/deployments/index.ts'
import { presentTasks, tasksOfCycle, type TaskRow } from '../../tasks/index.ts'
import { getCycle } from '../contract.ts'
import { presentCycle } from '../present.ts'
import { findCycle } from '../store.ts'

/** Tasks of earlier runs stay readable by themselves, and in the list of tasks. */
const tasksShown = (tasks: readonly TaskRow[]) => {
  const newest = tasks.find(({ runId }) => runId !== null)?.runId
  const ofRun = tasks.filter(({ runId }) => runId !== null && runId === newest)
  const drafts = tasks.filter(({ runId }) => runId === null)
  return [ofRun, drafts].flatMap((some) => some.toSorted((one, other) => one.number - other.number))
}

export interface CycleSurroundings {
  readonly previewSite: Pick<PreviewSite, 'isOn' | 'urlOf'>
  /** `unavailable` says why agents have none. */
  readonly agentDesktop: { readonly unavailable: string | undefined }
}

export default ({ previewSite: { isOn, urlOf }, agentDesktop }: CycleSurroundings) =>
  handle(getCycle, async ({ tx, params, caller, absent, ok }) => {
    const [cycle, tasks] = await Promise.all([findCycle(tx, params.id), tasksOfCycle(tx, params.id)])
    const label = isOn ? await labelOfCycle(tx, params.id) : undefined
    return ok({
      cycle: presentCycle(cycle ?? absent(), caller),
      tasks: await presentTasks(tx, tasksShown(tasks), caller),
      previewUrl: label === undefined ? null : urlOf(label),
      desktopAvailable: agentDesktop.unavailable === undefined,
    })
  })
