import { randomUUID } from 'node:crypto'
import { conversation } from '../../../../domains/delivery/conversation/contract.ts'
import { attachFiles, filesNamed } from '../../files/attach-files.ts'
import { atelier } from '../../program/command.ts'
import type { Client, Reply } from '../../client/client.ts'
import { chosenTasks } from '../../cycle/evidence.ts'
import { absent } from '../../failure.ts'
import { chooseCycle, chooseCycleOrTask, openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { shortId } from '../../ids.ts'
import { showRows } from '../../terminal/output.ts'
import { counted, printable } from '../../terminal/text.ts'

/** `atelier comment <words> [cycle or task]`. The id lets the client send it again when the connection broke off. */
export const comment = async (session: Session, words: string, named: string | undefined): Promise<void> => {
  const client = await session.client()
  const params = { id: await taskMeant(session, client, named) }
  const body = { body: words, messageId: randomUUID() }
  const sent = await client.call(conversation.addTaskComment, { params, body })
  session.output.document(sent)
  session.output.say('Said. The agent of the task reads it when its next attempt begins.')
}

/** `atelier comments [cycle or task]`: prints comments, oldest first. */
export const comments = async (session: Session, named: string | undefined): Promise<void> => {
  const client = await session.client()
  const params = { id: await taskMeant(session, client, named) }
  const rows = await client.call(conversation.listTaskComments, { params })
  showRows(session.output, rows, (row) => textOf(row), 'Nobody has said anything about this task.')
}

/** `atelier steer <words> [cycle]`. */
export const steer = async (
  session: Session,
  words: string,
  named: string | undefined,
  { attach = [] }: { readonly attach?: readonly string[] } = {},
): Promise<void> => {
  const files = await filesNamed(session, attach)
  const client = await session.client()
  const params = { id: await chooseCycle(session, named) }
  const messageId = randomUUID()
  await attachFiles(session, client, files, { cycleId: params.id, messageId })
  const body = { content: words, messageId }
  const { message, messages, explanation } = await client.call(conversation.sendCycleMessage, { params, body })
  session.output.document(message)
  session.output.say(`Said. ${printable(explanation)}`)
  const answer = messages.find(({ answersId }) => answersId === message.id)
  if (answer) session.output.print(textOf({ ...answer, body: answer.content }))
}

/** `atelier messages [cycle]`: prints the newest messages, oldest first. */
export const messages = async (session: Session, named: string | undefined): Promise<void> => {
  const client = await session.client()
  const params = { id: await chooseCycle(session, named) }
  const rows = await client.call(conversation.listCycleMessages, { params })
  const rowText = (row: (typeof rows)[number]) => textOf({ ...row, body: row.content }, stateOf(row))
  showRows(session.output, rows, rowText, 'Nobody has said anything in this conversation.')
}

/** `atelier message <words>`. */
export const message = async (session: Session, words: string, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const body = { content: words, messageId: randomUUID() }
  const sent = await client.call(conversation.sendProjectMessage, { params: { id }, body })
  session.output.document(sent)
  session.output.say(
    sent.drives
      ? 'Said. Agents read it when their next work in this project begins.'
      : 'Said, for people to read. Agents are not told, since you may not steer this project.',
  )
}

/** `atelier messages --project`: prints the newest messages of a project, oldest first. */
export const projectMessages = async (session: Session, named: string | undefined): Promise<void> => {
  const { client, id } = await openProject(session, { project: named })
  const rows = await client.call(conversation.listProjectMessages, { params: { id } })
  const rowText = (row: (typeof rows)[number]) =>
    textOf({ ...row, body: row.content }, row.drives ? '' : ', not told to agents')
  showRows(session.output, rows, rowText, 'Nobody has said anything about this project as a whole.')
}

/** `atelier threads`: prints the project, then its cycles with the threads in each. */
export const threads = async (session: Session, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const tree = await client.call(conversation.getProjectThreads, { params: { id } })
  session.output.show(tree, `The project: ${sizeOf(tree)}`)
  for (const cycle of tree.cycles) {
    session.output.print(`${shortId(cycle.cycleId)}  ${printable(cycle.title)}: ${sizeOf(cycle)}`)
    for (const { name, ...thread } of cycle.agents)
      session.output.print(`    with ${printable(name ?? 'an agent that is gone')}: ${sizeOf(thread)}`)
    for (const { title, ...thread } of cycle.tasks)
      session.output.print(`    on “${printable(title)}”: ${sizeOf(thread, 'comment')}`)
  }
  if (tree.cyclesTruncated) session.output.say('There are more cycles with conversations: these are the newest.')
}

const sizeOf = (
  { messages, newestAt }: Pick<Reply<typeof conversation.getProjectThreads>, 'messages' | 'newestAt'>,
  one = 'message',
) => counted(messages, one) + (newestAt === null ? '' : `, the newest of ${newestAt.slice(0, 16)}`)

const stateOf = ({ authorSide, drives, givenAt, isCut }: Reply<typeof conversation.listCycleMessages>[number]) => {
  if (authorSide === 'agent') return isCut ? ', cut short' : ''
  if (!drives) return ', drives no agent'
  return givenAt === null ? ', waits for an agent' : `, given to an agent at ${givenAt.slice(0, 16)}`
}

const taskMeant = async (session: Session, client: Client, named: string | undefined): Promise<string> => {
  const [task] = await chosenTasks(client, await chooseCycleOrTask(session, named))
  if (task === undefined) throw absent('no_task', `This cycle has no task yet. Run it first: ${atelier} run`)
  return task
}

interface ShownMessage extends Pick<Reply<typeof conversation.addTaskComment>, 'authorName' | 'createdAt' | 'body'> {
  readonly authorSide: Reply<typeof conversation.sendProjectMessage>['authorSide']
}

const textOf = ({ authorName, authorSide, createdAt, body }: ShownMessage, state = '') => {
  const lines = body.split('\n').map((line) => `    ${printable(line)}`)
  return [`${printable(authorName ?? 'Somebody')} (${authorSide}), ${createdAt.slice(0, 16)}${state}`, ...lines].join(
    '\n',
  )
}
