import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'
import { exportProjectSecrets, listProjectSecretEntries } from '../../../../domains/code/secrets/contract.ts'
import type { Client } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, ChildEnded, failed } from '../../failure.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import { isHarmless, isVariable, variablesOf } from '../../secrets/variables.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

export interface RunOptions extends ProjectOption {
  readonly source?: readonly string[]
}

/** `atelier secrets run`: runs a command with the secrets of a file as variables, and returns its exit code. */
export const runWithSecrets = async (session: Session, words: readonly string[], options: RunOptions) => {
  session.ifInterrupted('Stopped.')
  const { client, id: projectId } = await openProject(session, options)
  const variables = await readVariables(session, client, projectId, options.source)
  await client.close()
  const exitCode = await runChild(session, words, { ...session.environment, ...variables })
  if (exitCode !== 0) throw new ChildEnded(exitCode)
}

const readVariables = async (
  { output }: Session,
  client: Client,
  projectId: string,
  paths: readonly string[] | undefined,
): Promise<Readonly<Record<string, string>>> => {
  const params = { projectId }
  const { entries } = await client.call(listProjectSecretEntries, { params })
  const unknown = paths?.filter((path) => !entries.some(({ source }) => source === path)) ?? []
  if (unknown.length > 0)
    throw absent(
      'no_source',
      `This project has no secrets in ${unknown.map(printable).join(', ')}. ${atelier} secrets lists them.`,
    )
  const chosen = entries.filter(({ key, source }) => isVariable(key) && (paths?.includes(source) ?? true))
  const omitted = [...new Set(chosen.map(({ key }) => key).filter((key) => !isHarmless(key)))]
  if (omitted.length > 0) output.say(`Left out, since they decide what a command loads: ${omitted.join(', ')}`)
  const files = new Map<string, unknown>()
  for (const source of new Set(chosen.map((entry) => entry.source))) {
    const body = { source, format: 'json' }
    files.set(source, JSON.parse(await text(await client.open(exportProjectSecrets, { params, body }))))
  }
  return variablesOf(files)
}

/** In a terminal the keys reach the command directly; signals for this process only are handed on. */
const runChild = ({ environment }: Session, [program, ...words]: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<number>((resolve, reject) => {
    const child = spawn(program!, words, { stdio: 'inherit', env: { ...environment, ...env } })
    const handOn = (name: NodeJS.Signals) => void child.kill(name)
    for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, handOn)
    const over = () => void process.off('SIGTERM', handOn).off('SIGHUP', handOn)
    child.once('error', (error) => {
      over()
      reject(failed('not_started', `${printable(program!)} could not be started: ${error.message}.`))
    })
    child.once('close', (code, signal) => {
      over()
      resolve(code ?? 128 + constants.signals[signal!])
    })
  })
