import { getProject, updateProject } from '../../../../domains/code/projects/contract.ts'
import { dropProjectSetups } from '../../../../domains/delivery/runs/contract.ts'
import { defined, type Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import { deadlineNames, deadlineOf, policyNames, policyOf, mergePolicies } from '../../policy-words.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Runtime = NonNullable<Reply<typeof getProject>['project']['runtime']>

type ShownProject = Pick<Reply<typeof updateProject>, 'name' | 'runtime'>

interface SetOptions extends ProjectOption {
  readonly setup?: string
  readonly fetch?: string
  readonly check?: readonly string[]
  readonly review?: readonly string[]
  readonly approval?: readonly string[]
  readonly derive?: boolean
}

/** `atelier project show`: prints how a project is set up and checked. */
export const showProject = async (session: Session, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  showRuntime(session, id, (await client.call(getProject, { params: { id } })).project)
}

const showRuntime = ({ output }: Session, id: string, { name, runtime }: ShownProject) => {
  output.show({ id, name, runtime: runtime ?? null }, runtimeText(name, runtime))
}

/** `atelier project set`: sets commands that replace the commands from the lock file and the manifests. */
export const setProject = async (session: Session, options: SetOptions): Promise<void> => {
  const { setup, fetch, check, review, approval, derive = false } = options
  if (!derive && [setup, fetch, check, review, approval].every((option) => option === undefined))
    throw usage(
      'Say what to set: --setup, --fetch, --check, --review, --approval, or --derive to go back to what the files say.',
    )
  const policies = review?.map(policyOf)
  const deadlines = approval?.map(deadlineOf)
  const { client, id } = await openProject(session, options)
  const { project } = await client.call(getProject, { params: { id } })
  const before = settingsOf(project.runtime)
  const runtime = {
    ...(derive ? without(project.runtime ?? {}, ['setup', 'fetch', 'checks']) : project.runtime),
    ...defined({
      setup,
      fetch,
      checks: check?.map(checkOf).map((one) => ({ ...before.checks?.find(({ name }) => name === one.name), ...one })),
      review: policies && mergePolicies(before.review, policies),
      approval: deadlines && mergePolicies(before.approval, deadlines),
    }),
  }
  showRuntime(session, id, await client.call(updateProject, { params: { id }, body: { runtime } }))
}

/** `atelier project drop-setups`: deletes installed packages; the next cycle installs them again. */
export const dropSetups = async (session: Session, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const { message } = await client.call(dropProjectSetups, { params: { id } })
  session.output.show({ id, message }, message)
}

const without = (runtime: Runtime, names: readonly string[]): Runtime =>
  Object.fromEntries(Object.entries(runtime).filter(([name]) => !names.includes(name)))

/**
 * A check as `name=command`, or only a command, which is then called test. A check that is set again keeps its report,
 * its secrets and its artifacts, which the command line does not set.
 */
const checkOf = (text: string) => {
  const [, name = 'test', command = text] = /^([\w-]{1,60})=(.+)$/s.exec(text) ?? []
  return { name, command }
}

const byFiles = 'what the lock file says'

const runtimeText = (name: string, runtime: Runtime | undefined): string => {
  const { setup, fetch, checks, review = {}, approval = {} } = settingsOf(runtime)
  const deadlines = Object.entries(deadlineNames).flatMap(([name, field]) =>
    approval[field] ? [`${name} ${approval[field]} h`] : [],
  )
  const policies = policyNames.filter((policy) => review[policy]).map((policy) => `${policy} ${review[policy]}`)
  const lines = [
    ['fetch', setup === '' ? 'none' : (fetch ?? byFiles)],
    ['setup', setup === '' ? 'none' : (setup ?? byFiles)],
    ...(checks?.map(({ name: label, command, secrets = [] }) => [label, command + withSecrets(secrets)]) ?? [
      ['checks', 'what the files of the project say'],
    ]),
    ...(policies.length > 0 ? [['review', policies.join(', ')]] : []),
    ...(deadlines.length > 0 ? [['approval', deadlines.join(', ')]] : []),
  ]
  return [
    printable(name),
    ...lines.map(([label, value]) => `  ${printable(label!).padEnd(8)} ${printable(value!)}`),
  ].join('\n')
}

const withSecrets = (names: readonly string[]) => (names.length > 0 ? `  (with ${names.join(', ')})` : '')

interface Settings {
  readonly setup?: string
  readonly fetch?: string
  readonly checks?: readonly { readonly name: string; readonly command: string; readonly secrets?: string[] }[]
  readonly review?: Readonly<Record<string, string>>
  readonly approval?: Readonly<Record<string, number>>
}

/** The fields of a runtime that the command line knows; the server checked their form. */
const settingsOf = (runtime: Runtime | undefined): Settings => runtime ?? {}
