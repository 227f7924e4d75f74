import { cycles } from '../../../../domains/delivery/cycles/contract.ts'
import { parseHandle } from '../../../../domains/code/projects/rules.ts'
import { planning } from '../../../../domains/delivery/planning/contract.ts'
import type { Client, Reply } from '../../client/client.ts'
import { absent, usage } from '../../failure.ts'
import { shortId } from '../../ids.ts'
import { chooseCycle } from '../../project.ts'
import type { Session } from '../../session.ts'
import { showRows } from '../../terminal/output.ts'
import { printable } from '../../terminal/text.ts'
import { describe } from './propose.ts'
import { chooseRepo } from '../projects/repos.ts'

interface CycleOption {
  readonly cycle?: string
}

interface TaskOptions extends CycleOption {
  readonly title?: string
  readonly file?: string
  readonly repo?: string
  readonly after?: readonly string[]
}

interface EditOptions extends CycleOption {
  readonly title?: string
  readonly description?: string
  readonly after?: readonly string[]
  readonly afterNone?: boolean
}

type Task = Reply<typeof cycles.getCycle>['tasks'][number]

/** `atelier tasks [cycle]` */
export const listTasks = async (session: Session, named: string | undefined): Promise<void> => {
  const client = await session.client()
  const { tasks } = await client.call(cycles.getCycle, { params: { id: await chooseCycle(session, named) } })
  const none = 'This cycle has no task yet. A run makes them, or add one.'
  showRows(session.output, tasks, (task) => lineOf(task, tasks), none)
}

const lineOf = ({ number, handle, status, title, dependsOn, statusSetByHand }: Task, tasks: readonly Task[]) => {
  const numbers = dependsOn.map((need) => tasks.find((one) => one.id === need)?.number ?? shortId(need))
  const after = numbers.length > 0 ? `, after ${numbers.join(' and ')}` : ''
  const byHand = statusSetByHand ? ' (by hand)' : ''
  return `${String(number).padStart(2)}  ${handle}  ${status.padEnd(9)}${byHand}  ${printable(title)}${after}`
}

/** `atelier tasks add [what]` */
export const addTask = async (session: Session, what: string | undefined, options: TaskOptions): Promise<void> => {
  const body = await describe(session, what, options)
  const { client, id, tasks, projectId } = await tasksOf(session, options)
  const dependsOn = (options.after ?? []).map((named) => findNamedTask(tasks, named).id)
  const repo = options.repo && (await chooseRepo(session, options.repo, { project: projectId })).params
  const added = { ...body, dependsOn, ...(repo && { repositoryId: repo.repoId }) }
  const task = await client.call(planning.addCycleTask, { params: { id }, body: added })
  session.output.show(task, `Task ${task.number}: ${printable(task.title)}`)
}

/** `atelier tasks edit <task>` */
export const editTask = async (session: Session, named: string, options: EditOptions): Promise<void> => {
  const { title, description, after, afterNone } = options
  if (title === undefined && description === undefined && after === undefined && !afterNone)
    throw usage('Say what changes: --title, --description, --after or --after-none.')
  const { client, id, tasks } = await tasksOf(session, options)
  const dependsOn = afterNone ? [] : after?.map((one) => findNamedTask(tasks, one).id)
  const body = { ...(title && { title }), ...(description && { description }), ...(dependsOn && { dependsOn }) }
  const taskId = findNamedTask(tasks, named).id
  const task = await client.call(planning.updateCycleTask, { params: { id, taskId }, body })
  session.output.show(task, `Task ${task.number}: ${printable(task.title)}`)
}

/** `atelier tasks remove <task>` */
export const removeTask = async (session: Session, named: string, options: CycleOption): Promise<void> => {
  const { client, id, tasks } = await tasksOf(session, options)
  const ack = await client.call(planning.removeCycleTask, { params: { id, taskId: findNamedTask(tasks, named).id } })
  session.output.document(ack)
  session.output.say(printable(ack.message))
}

const tasksOf = async (session: Session, { cycle }: CycleOption) => {
  const client: Client = await session.client()
  const id = await chooseCycle(session, cycle)
  const { cycle: found, tasks } = await client.call(cycles.getCycle, { params: { id } })
  return { client, id, tasks, projectId: found.projectId }
}

/** By its number or handle, or by an id or a part of an id. */
const findNamedTask = (tasks: readonly Task[], named: string): Task => {
  const withHandle = tasks.find(({ handle }) => handle === parseHandle(named))
  if (withHandle) return withHandle
  const part = named.replaceAll('-', '').toLowerCase()
  const found = tasks.filter(({ number, id }) => {
    const whole = id.replaceAll('-', '')
    return String(number) === named || (part.length >= 4 && (whole.startsWith(part) || whole.endsWith(part)))
  })
  if (found.length === 1) return found[0]!
  if (found.length > 1) throw usage(`${found.length} tasks are like ${printable(named)}. Name the one by its number.`)
  throw absent('no_task', `The cycle has no task ${printable(named)}.`)
}
