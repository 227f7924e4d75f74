import { projects } from '../../../../domains/code/projects/contract.ts'
import { parseHandle } from '../../../../domains/code/projects/rules.ts'
import { planning } from '../../../../domains/delivery/planning/contract.ts'
import { listFirstChanges } from '../../../../domains/delivery/repository-reads/contract.ts'
import { atelier } from '../../program/command.ts'
import type { Client, Reply } from '../../client/client.ts'
import { askWhatMerges, mergeLines } from '../../cycle/merge-policy.ts'
import { absent, undefinedIf, usage } from '../../failure.ts'
import { chooseId } from '../../ids.ts'
import { firstChangeLines } from '../../init/first-change-lines.ts'
import { chooseProject, openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { counted, printable } from '../../terminal/text.ts'

interface OrderOptions extends ProjectOption {
  readonly urgency?: string
}

type Roadmap = Reply<typeof planning.getProjectRoadmap>
type RoadmapEntry = Roadmap['next'][number]

/** `atelier roadmap`: prints done, running and next cycles. */
export const roadmap = async (session: Session, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const params = { id }
  show(session, await client.call(planning.getProjectRoadmap, { params }))
  for (const line of await linesOfPolicies(client, params)) session.output.say(line)
}

/** `atelier roadmap order <cycle…>`: moves cycles to the front of their urgency, in this order. */
export const orderRoadmap = async (session: Session, named: readonly string[], { project, urgency }: OrderOptions) => {
  const tier = urgency === undefined ? undefined : tierOf(urgency)
  const { client, id } = await openProject(session, { project })
  const params = { id }
  const { next } = await client.call(planning.getProjectRoadmap, { params })
  const chosen = await Array.fromAsync(named, (one) => chooseDraft(one, next))
  const rest = next.filter((draft) => !chosen.includes(draft))
  const places = [...chosen.map((draft) => ({ ...draft, urgency: tier ?? draft.urgency })), ...rest]
  const body = { next: places.map(({ cycleId, urgency }) => ({ cycleId, urgency })) }
  show(session, await client.call(planning.orderProjectRoadmap, { params, body }))
}

/** `atelier start`: starts the autonomous run of a project, which works through its roadmap. */
export const startProject = async (session: Session, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const params = { id }
  await askWhatMerges(session)
  const run = await client.call(planning.startProject, { params })
  session.output.document(run)
  session.output.say(`The project works through its roadmap. See it: ${atelier} roadmap`)
  for (const line of await linesOfFirstChanges(client, params)) session.output.say(line)
  for (const line of await linesOfPolicies(client, params)) session.output.say(line)
}

/** `atelier stop --project`: stops the autonomous run of a project, with the cycles that it began. */
export const stopProject = async (session: Session, project: string | undefined): Promise<void> => {
  const client = await session.client()
  const run = await client.call(planning.stopProject, { params: { id: await chooseProject(session, project) } })
  session.output.document(run)
  session.output.say(
    run.status === 'off'
      ? 'The project does not work by itself.'
      : 'The project stops, with the cycle that it had begun. Cycles that people began go on.',
  )
}

/** Changes to begin with, if the roadmap is empty; no lines if they cannot be read. */
const linesOfFirstChanges = async (client: Client, params: { readonly id: string }): Promise<readonly string[]> => {
  const roadmap = await client.call(planning.getProjectRoadmap, { params }).catch(undefinedIf(() => true))
  if (!roadmap || roadmap.running.length + roadmap.next.length > 0) return []
  const found = await client.call(listFirstChanges, { params }).catch(undefinedIf(() => true))
  return found ? firstChangeLines(found) : []
}

/** Which changes of the project will wait for a person; no lines for a person who may not read its policies. */
const linesOfPolicies = async (client: Client, params: { readonly id: string }) => {
  const found = await client.call(projects.getProjectPolicies, { params }).catch(undefinedIf(() => true))
  return found ? mergeLines(found.inForce) : []
}

const tierOf = (text: string): number => {
  if (!/^[1-4]$/.test(text)) throw usage(`“${printable(text)}” is no urgency. Use 1 for the most urgent, to 4.`)
  return Number(text)
}

const chooseDraft = async (named: string, next: readonly RoadmapEntry[]): Promise<RoadmapEntry> => {
  const withHandle = next.find(({ handle }) => handle === parseHandle(named))
  if (withHandle) return withHandle
  const rows = next.map((draft) => ({ ...draft, id: draft.cycleId }))
  const id = await chooseId(named, rows, {
    one: 'draft',
    list: `${atelier} roadmap`,
    describe: ({ title }) => title,
  })
  const found = next.find(({ cycleId }) => cycleId === id)
  if (!found) throw absent('no_draft', `No draft of this project has the id ${printable(named)}.`)
  return found
}

const runLines = {
  off: `The project does not work by itself. Let it: ${atelier} start`,
  on: 'The project works by itself.',
  waiting: 'The project waits for a person.',
  stopping: 'The project is stopping.',
}

const show = (session: Session, found: Roadmap): void => {
  session.output.document(found)
  const { run, done, running, next } = found
  session.output.print(`${runLines[run.status]}${run.reason === null ? '' : ` ${printable(run.reason)}`}`)
  if (run.status !== 'off') session.output.print(`It has begun ${counted(run.cyclesBegun, 'cycle')}.`)
  for (const [title, list] of Object.entries({ Runs: running, Next: next, Done: done })) {
    if (list.length === 0) continue
    session.output.print(title)
    for (const one of list) session.output.print(lineOf(one))
  }
}

const lineOf = ({ handle, title, status, urgency, intake, acceptanceTests }: RoadmapEntry) =>
  [
    `  ${handle}  ${urgency}  ${status}  ${printable(title)}`,
    ...(acceptanceTests > 0
      ? [`            with ${counted(acceptanceTests, 'file')} of acceptance tests, which can prove it`]
      : []),
    ...(intake ? [`            ${intake.reason}`] : []),
  ].join('\n')
