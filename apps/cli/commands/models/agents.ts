import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { agentRoles, agents as contract, builtInIds } from '../../../../domains/agents/agents/contract.ts'
import type { Pipeline } from '../../../../domains/agents/agents/rules.ts'
import { atelier } from '../../program/command.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import { chooseId, isId } from '../../ids.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Agent = Reply<typeof contract.getAgent>

interface WhereOptions {
  readonly project?: string
  readonly workspace?: boolean
}
interface AgentOptions extends WhereOptions {
  readonly instructions?: string
  readonly model?: string
  readonly harness?: Agent['runtimeKind']
  readonly pipeline?: Pipeline
  readonly runtimeVersion?: string
}

/** `atelier agents`: prints the active agents of the workspace, and of a named project. */
export const listAgents = async (session: Session, { project }: WhereOptions): Promise<void> => {
  const client = await session.client()
  const query = project === undefined ? {} : { projectId: await chooseProject(session, project) }
  const rows = await Array.fromAsync(client.every(contract.listAgents, { query }))
  session.output.show(rows, rows.map(lineOf))
}

/** `atelier agents show`: prints an agent with its instructions. */
export const showAgent = async ({ client, output }: Session, named: string): Promise<void> => {
  const at = await client()
  const agent = await at.call(contract.getAgent, { params: { id: await agentNamed(at, named) } })
  output.show(agent, lineOf(agent))
  if (agent.description !== null) output.print(printable(agent.description))
  output.print('')
  for (const line of (agent.instructions ?? 'Works as the built-in coder does.').split('\n'))
    output.print(printable(line))
}

/** `atelier agents create`: creates an agent for tasks. */
export const createAgent = async (session: Session, name: string, options: AgentOptions): Promise<void> => {
  const at = await session.client()
  const projectId = await scopeOf(session, options)
  const body = { name, projectId, runtimeKind: 'native' as const, ...(await changesOf(session, options)) }
  show(session, await at.call(contract.createAgent, { body }))
}

/** `atelier agents set`: changes an agent that people made. An empty text takes a setting back. */
export const setAgent = async (session: Session, named: string, options: AgentOptions): Promise<void> => {
  const body = await changesOf(session, options)
  if (Object.keys(body).length === 0)
    throw usage('Say what to set: --instructions, --model, --harness, --runtime-version or --pipeline.')
  const at = await session.client()
  show(session, await at.call(contract.updateAgent, { params: { id: await agentNamed(at, named) }, body }))
}

const changesOf = async (
  session: Session,
  { instructions: file, model, harness, pipeline, runtimeVersion }: AgentOptions,
) => {
  const instructions = file === '' ? null : await instructionsIn(session, file)
  return defined({
    runtimeKind: harness,
    modelOverride: nullIfEmpty(model),
    runtimeVersion: nullIfEmpty(runtimeVersion),
    pipeline,
    instructions,
  })
}

const nullIfEmpty = (text: string | undefined) => (text === '' ? null : text)

/** `atelier agents fork`: makes a copy of an agent that can be changed. */
export const forkAgent = async (session: Session, named: string, name: string, options: AgentOptions) => {
  const at = await session.client()
  const id = await agentNamed(at, named)
  const projectId = await scopeOf(session, options)
  const instructions = await instructionsIn(session, options.instructions)
  const body = { name, projectId, ...(instructions && { instructions }) }
  const agent = await at.call(contract.forkAgent, { params: { id }, body })
  show(session, agent)
  if (!agent.carriesOutTasks) return
  const whose = projectId === null ? 'the workspace, where a project has no agent of its own' : 'this project'
  session.output.say(`${printable(agent.name)} carries out the tasks of ${whose} from now on.`)
}

/** `atelier agents deactivate`: excludes an agent from new work. */
export const deactivateAgent = async ({ client, output }: Session, named: string): Promise<void> => {
  const at = await client()
  const agent = await at.call(contract.deactivateAgent, { params: { id: await agentNamed(at, named) } })
  output.show(agent, `${printable(agent.name)} gets no more work.`)
}

/** `atelier agents reactivate`: lets an agent get work again. */
export const reactivateAgent = async ({ client, output }: Session, named: string): Promise<void> => {
  const at = await client()
  const agent = await at.call(contract.reactivateAgent, { params: { id: builtInNamed(named) ?? named } })
  output.show(agent, `${printable(agent.name)} may be given work again.`)
}

// Lists leave out deactivated agents; built-in agents are called as their roles, and have the same ids everywhere.
const builtInNamed = (named: string) => {
  const role = agentRoles.find((one) => one === named.toLowerCase())
  return role && builtInIds[role]
}

const show = ({ output }: Session, agent: Agent) => {
  output.show(agent, lineOf(agent))
}

const lineOf = (agent: Agent) => {
  const { id, name, role, duty, projectId, modelOverride, runtimeKind, isActive, pipeline, runtimeVersion } = agent
  const facts = [
    role === null ? (duty === 'intake' ? 'takes requests in' : 'carries tasks out') : `built-in ${role}`,
    ...(role === null ? [projectId === null ? 'whole workspace' : 'one project'] : []),
    ...(modelOverride === null ? [] : [printable(modelOverride)]),
    ...(runtimeKind === 'native' ? [] : [runtimeKind]),
    ...(runtimeVersion === null ? [] : [`Node ${printable(runtimeVersion)}`]),
    ...(pipeline === null || pipeline === 'default' ? [] : [`pipeline ${printable(pipeline)}`]),
    ...(isActive ? [] : ['deactivated']),
  ]
  return `${id}  ${printable(name)} · ${facts.join(' · ')}`
}

const scopeOf = async (session: Session, { project, workspace = false }: WhereOptions) => {
  if (workspace && project !== undefined) throw usage('Say --workspace or --project, not both.')
  return workspace ? null : chooseProject(session, project)
}

const instructionsIn = (session: Session, file: string | undefined) =>
  file === undefined
    ? undefined
    : readFile(resolve(session.cwd, file), 'utf8').catch(() => {
        throw usage(`${printable(file)} cannot be read. Name a file with the instructions.`)
      })

/** The agent of that id, or with that name if only one agent has it. */
const agentNamed = async (client: Client, named: string): Promise<string> => {
  if (isId(named)) return named
  const rows = await Array.fromAsync(client.every(contract.listAgents))
  const found = rows.filter(({ name }) => name.toLowerCase() === named.toLowerCase())
  if (found.length === 1) return found[0]!.id
  return chooseId(named, rows, {
    one: 'agent',
    list: `${atelier} agents`,
    describe: ({ name }) => name,
  })
}
