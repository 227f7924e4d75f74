import {
  createProjectEnvironment,
  deleteProjectEnvironment,
  listProjectEnvironments,
  updateProjectEnvironment,
} from '../../../../domains/code/environments/contract.ts'
import { withEffect } from '../../../../domains/code/environments/rules.ts'
import type { Client, Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, usage } from '../../failure.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { showRows } from '../../terminal/output.ts'
import { printable } from '../../terminal/text.ts'

type Environment = Reply<typeof listProjectEnvironments>[number]
type Effect = Environment['effect']

export interface EnvOptions extends ProjectOption {
  readonly in?: string
  readonly secret?: readonly string[]
}

/** `atelier env`: prints the environments of a project, in the order in which a run uses them. */
export const listEnvironments = async (session: Session, options: EnvOptions): Promise<void> => {
  const { client, id: projectId } = await openProject(session, options)
  const rows = await client.call(listProjectEnvironments, { params: { projectId } })
  showRows(session.output, rows, textOf, `This project has no environment yet: ${atelier} env set NAME=value`)
}

/** `atelier env set`: sets variables, and names of secrets, in an environment, which is created if missing. */
export const setVariables = async (session: Session, words: readonly string[], options: EnvOptions): Promise<void> => {
  const { secret = [] } = options
  const changed = Object.fromEntries(words.map(pairOf))
  if (words.length + secret.length === 0) throw usage('Say what to set: NAME=value, or --secret NAME.')
  const { client, id: projectId } = await openProject(session, options)
  const found = await findEnvironment(client, projectId, options.in)
  const { variables, secrets } = found?.effect ?? { variables: {}, secrets: [] }
  const config = withEffect(found?.config ?? {}, {
    variables: without({ ...variables, ...changed }, secret),
    secrets: [...new Set([...secrets.filter((name) => !Object.hasOwn(changed, name)), ...secret])],
  })
  const label = options.in ?? 'Default'
  const row = found
    ? await client.call(updateProjectEnvironment, { params: { projectId, id: found.id }, body: { config } })
    : await client.call(createProjectEnvironment, { params: { projectId }, body: { label, config } })
  show(session, row)
}

/** `atelier env unset`: removes names from an environment. */
export const unsetVariables = async (session: Session, names: readonly string[], options: EnvOptions) => {
  const { client, id: projectId } = await openProject(session, options)
  const { id, label, config, effect } = await environmentNamed(client, projectId, options.in)
  const unknown = names.filter((name) => !Object.hasOwn(effect.variables, name) && !effect.secrets.includes(name))
  if (unknown.length > 0) throw absent('not_set', `${printable(label)} has no ${unknown.map(printable).join(', ')}.`)
  const secrets = effect.secrets.filter((name) => !names.includes(name))
  const body = { config: withEffect(config, { variables: without(effect.variables, names), secrets }) }
  show(session, await client.call(updateProjectEnvironment, { params: { projectId, id }, body }))
}

/** `atelier env on` and `off`: decides whether the next runs get an environment. */
export const switchEnvironment = async (session: Session, named: string, isActive: boolean, options: EnvOptions) => {
  const { client, id: projectId } = await openProject(session, options)
  const { id } = await environmentNamed(client, projectId, named)
  show(session, await client.call(updateProjectEnvironment, { params: { projectId, id }, body: { isActive } }))
}

/** `atelier env delete`: deletes an environment with its variables. */
export const deleteEnvironment = async (session: Session, named: string, options: EnvOptions): Promise<void> => {
  const { client, id: projectId } = await openProject(session, options)
  const { id, label } = await environmentNamed(client, projectId, named)
  const { deleted } = await client.call(deleteProjectEnvironment, { params: { projectId, id } })
  session.output.show({ id, label, deleted }, `${printable(label)} is deleted.`)
}

const show = ({ output }: Session, row: Environment) => {
  output.show(row, textOf(row))
}

/** By its label or id; without a name the only one of the project. */
const findEnvironment = async (client: Client, projectId: string, named: string | undefined) => {
  const rows = await client.call(listProjectEnvironments, { params: { projectId } })
  const fitting = rows.filter(({ id, label }) => named === undefined || id === named || label === named)
  const [found, ...more] = fitting
  if (more.length > 0)
    throw usage(`Which of ${fitting.length} environments? Name one by its label or id. ${listed}`, 'many_environments')
  return found
}

const environmentNamed = async (client: Client, projectId: string, named: string | undefined): Promise<Environment> => {
  const found = await findEnvironment(client, projectId, named)
  if (found) return found
  const which = named === undefined ? '' : ` “${printable(named)}”`
  throw absent('no_environment', `This project has no environment${which}. ${listed}`)
}

const listed = `${atelier} env lists them.`

const pairOf = (word: string): [string, string] => {
  const at = word.indexOf('=')
  if (at < 1) throw usage(`“${printable(word)}” is not of the form NAME=value.`)
  return [word.slice(0, at), word.slice(at + 1)]
}

const without = (variables: Effect['variables'], names: readonly string[]) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !names.includes(name)))

const textOf = ({ id, label, isActive, effect: { variables, secrets } }: Environment) =>
  [
    `${printable(label)}${isActive ? '' : ' (off)'}  ${id}`,
    ...Object.entries(variables).map(([name, value]) => `  ${name}=${printable(value)}`),
    ...secrets.map((name) => `  ${name} (secret)`),
  ].join('\n')
