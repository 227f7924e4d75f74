import { randomUUID } from 'node:crypto'
import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import { tasks } from '../../../domains/delivery/tasks/contract.ts'
import { atelier } from '../command.ts'
import type { Client, Reply } from '../client/client.ts'
import { tasksMeant } from '../cycle/evidence.ts'
import { absent } from '../failure.ts'
import { chooseCycle, chooseCycleOrTask } from '../project.ts'
import type { Session } from '../session.ts'
import { printable } from '../terminal/text.ts'

/** `atelier comment <words> [cycle or task]`. The id lets the client send it again where the connection broke off. */
export const comment = async (session: Session, words: string, named: string | undefined): Promise<void> => {
  const client = await session.client()
  const params = { id: await taskMeant(session, client, named) }
  const said = await client.call(tasks.addTaskComment, { params, body: { body: words, messageId: randomUUID() } })
  session.output.document(said)
  session.output.say('Said. The agent of the task reads it when its next attempt begins.')
}

/** `atelier comments [cycle or task]`: oldest first. */
export const comments = async (session: Session, named: string | undefined): Promise<void> => {
  const client = await session.client()
  const said = await client.call(tasks.listTaskComments, { params: { id: await taskMeant(session, client, named) } })
  session.output.document(said)
  if (said.length === 0) session.output.say('Nobody has said anything about this task.')
  for (const one of said) session.output.print(linesOf(one))
}

/** `atelier steer <words> [cycle]`. */
export const steer = async (session: Session, words: string, named: string | undefined): Promise<void> => {
  const client = await session.client()
  const params = { id: await chooseCycle(session, named) }
  const body = { content: words, messageId: randomUUID() }
  const { message } = await client.call(cycles.sendCycleMessage, { params, body })
  session.output.document(message)
  session.output.say(
    message.drives
      ? 'Said. An agent at work reads it at its next step; otherwise the next run begins with it.'
      : 'Said, for people to read. It drives no agent, since you may not steer this project.',
  )
}

/** `atelier messages [cycle]`: the newest, oldest first. */
export const messages = async (session: Session, named: string | undefined): Promise<void> => {
  const client = await session.client()
  const params = { id: await chooseCycle(session, named) }
  const said = await client.call(cycles.listCycleMessages, { params })
  session.output.document(said)
  if (said.length === 0) session.output.say('Nobody has said anything in this conversation.')
  for (const one of said) session.output.print(linesOf({ ...one, body: one.content }, stateOf(one)))
}

const stateOf = ({ drives, givenAt }: Reply<typeof cycles.listCycleMessages>[number]) => {
  if (!drives) return ', drives no agent'
  return givenAt === null ? ', waits for an agent' : `, given to an agent at ${givenAt.slice(0, 16)}`
}

const taskMeant = async (session: Session, client: Client, named: string | undefined): Promise<string> => {
  const [task] = await tasksMeant(client, await chooseCycleOrTask(session, named))
  if (task === undefined) throw absent('no_task', `This cycle has no task yet. Run it first: ${atelier} run`)
  return task
}

type Said = Pick<Reply<typeof tasks.addTaskComment>, 'authorName' | 'authorSide' | 'createdAt' | 'body'>

const linesOf = ({ authorName, authorSide, createdAt, body }: Said, state = '') => {
  const lines = body.split('\n').map((line) => `    ${printable(line)}`)
  return [`${printable(authorName ?? 'Somebody')} (${authorSide}), ${createdAt.slice(0, 16)}${state}`, ...lines].join(
    '\n',
  )
}
