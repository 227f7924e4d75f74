import { repositoryReads as contract } from '../../../../domains/delivery/repository-reads/contract.ts'
import { tasks } from '../../../../domains/delivery/tasks/contract.ts'
import { atelier } from '../../program/command.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import { findByHandle, openProject, type ProjectOption } from '../../project.ts'
import { chooseId, shortId } from '../../ids.ts'
import type { Session } from '../../session.ts'
import { paintedPatch } from '../../terminal/patch.ts'
import { printable, printableLines } from '../../terminal/text.ts'

interface BranchOptions extends ProjectOption {
  readonly branch?: string
  readonly repo?: string
}
interface ShowOptions extends BranchOptions {
  readonly task?: string
}
interface ChangesOptions extends ShowOptions {
  readonly since?: string
}

/** `atelier branches`: prints branches: the default branch, then the newest. */
export const branches = async (session: Session, options: BranchOptions): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const listed = await client.call(contract.listProjectBranches, { params: { id }, query: branchOf(options) })
  session.output.document(listed)
  for (const { name, title } of listed.branches)
    session.output.print(title === null ? printable(name) : `${printable(name)}  ${printable(title)}`)
  if (listed.truncated) session.output.say('There are older ones.')
}

/** `atelier files`: prints the paths of a branch, one to a line. */
export const files = async (session: Session, options: BranchOptions): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const listed = await client.call(contract.listProjectFiles, { params: { id }, query: branchOf(options) })
  session.output.show(listed, listed.files.map(printable))
  if (listed.truncated) session.output.say(`There are more files. See all of them with ${atelier} pull.`)
}

/** `atelier show`: prints the text of a file. */
export const show = async (session: Session, path: string, options: ShowOptions): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const query = { path, ...branchOf(options), ...(await taskOf(client, id, options)) }
  const file = await client.call(contract.getProjectFileContent, { params: { id }, query })
  session.output.document(file)
  if (file.content) session.output.print(process.stdout.isTTY ? printableLines(file.content) : file.content)
  if (file.truncated) session.output.say(`It is too large to be shown. See it with ${atelier} pull.`)
  if (file.binary) session.output.say('It is a binary file.')
  if (file.lossy) session.output.say('It is not UTF-8: its characters are guessed.')
}

/** `atelier changes`: prints the changed files of a branch and its running tasks, or a patch. */
export const changes = async (session: Session, path: string | undefined, { since, ...options }: ChangesOptions) => {
  const { client, id } = await openProject(session, options)
  const query = { ...branchOf(options), ...defined({ since }) }
  if (path !== undefined) {
    const ofFile = { path, ...query, ...(await taskOf(client, id, options)) }
    printPatch(session, await client.call(contract.getProjectChangeFile, { params: { id }, query: ofFile }))
    return
  }
  if (options.task !== undefined)
    throw usage('Name a file to see what a task made of it. Without one all tasks are shown.')
  printChanges(session, await client.call(contract.getProjectChanges, { params: { id }, query }))
}

const branchOf = ({ branch, repo }: BranchOptions) => defined({ ref: branch, repo })

const taskOf = async (client: Client, projectId: string, { task }: ShowOptions) => {
  if (task === undefined) return {}
  const handled = await findByHandle(client, task, 'task')
  if (handled !== undefined) return { taskId: handled }
  const taskId = await chooseId(task, client.every(tasks.listTasks, { query: { projectId } }), {
    one: 'task',
    list: `${atelier} changes`,
    describe: ({ title }) => title,
  })
  return { taskId }
}

const printPatch = ({ output }: Session, file: Reply<typeof contract.getProjectChangeFile>) => {
  output.document(file)
  if (file.patch !== null) output.print(process.stdout.isTTY ? paintedPatch(file.patch, output.paint) : file.patch)
  else
    output.say(
      file.binary ? 'It is a binary file.' : `Its change is too large to be shown. See it with ${atelier} pull.`,
    )
}

type Changes = Reply<typeof contract.getProjectChanges>

const printChanges = ({ output }: Session, found: Changes) => {
  output.show(found, found.files.map(lineOf))
  for (const { taskId, title, files: changed } of found.inFlight) {
    output.print(`${printable(title)} (task ${shortId(taskId)}, at work)`)
    for (const file of changed) output.print(`  ${lineOf(file)}`)
  }
  const isCut = [found, ...found.inFlight].some(({ truncated }) => truncated)
  if (isCut) output.say('There are more files than are shown.')
  if (found.files.length + found.inFlight.length === 0) output.say('Nothing is changed, and no agent is at work.')
}

const lineOf = ({ path, pathBase64, previousPath, kind, additions, deletions }: Changes['files'][number]) => {
  const lines = additions === null ? '' : `  +${additions} -${deletions}`
  const before = previousPath === undefined ? '' : `${printable(previousPath)} → `
  return `${kind.replace('_', ' ')}  ${before}${printable(path ?? pathBase64!)}${lines}`
}
