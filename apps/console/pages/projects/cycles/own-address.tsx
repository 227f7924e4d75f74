import type { ComponentType } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { getCycle } from '../../../../../domains/delivery/cycles/contract.ts'
import { getTask } from '../../../../../domains/delivery/tasks/contract.ts'
import { useLateReply, useReply } from '../../../api/use-operation.ts'
import { PageSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { paths } from '../../../paths.ts'

/** A page below a cycle. An address that places its cycle or task elsewhere leads to their own address. */
export const AtOwnAddress = ({ page: Page }: { readonly page: ComponentType }) => {
  const { projectId = '', cycleId = '', taskId } = useParams()
  const { pathname, search, hash } = useLocation()
  const [query] = useSearchParams()
  const named = taskId ?? query.get('task') ?? ''
  const { cycle, tasks } = useReply(getCycle, { params: { id: cycleId } })
  // A cycle lists the tasks of its latest run, so a task that is not among them may still be its own.
  const isUnlisted = named !== '' && tasks.every(({ id }) => id !== named)
  const task = useLateReply(getTask, { params: { id: named } }, { enabled: isUnlisted })
  if (isUnlisted && taskId !== undefined && !task.data) {
    if (task.error) throw task.error
    return <PageSkeleton />
  }
  const own =
    isUnlisted && task.data
      ? paths.cycle(task.data.projectId, task.data.cycleId)
      : paths.cycle(cycle.projectId, cycleId)
  const asked = paths.cycle(projectId, cycleId)
  if (own === asked) return <Page />
  return <Navigate replace to={{ pathname: pathname.replace(asked, own), search, hash }} />
}
