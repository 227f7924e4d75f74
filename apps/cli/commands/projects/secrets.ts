import { readFile, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import {
  deleteProjectSecretFile,
  importProjectSecretFiles,
  listProjectSecretEntries,
  listProjectSecretsConfigs,
  upsertProjectSecretEntries,
} from '../../../../domains/code/secrets/contract.ts'
import { atelier } from '../../program/command.ts'
import { absent, failed, usage } from '../../failure.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { askSecret, canAsk, readStandardInput } from '../../terminal/ask.ts'
import { counted, printable } from '../../terminal/text.ts'

/** `atelier secrets`: prints the secrets of a project, masked. */
export const listSecrets = async (session: Session, options: ProjectOption): Promise<void> => {
  const { output } = session
  const { client, id: projectId } = await openProject(session, options)
  const params = { projectId }
  const { entries } = await client.call(listProjectSecretEntries, { params })
  const configs = await client.call(listProjectSecretsConfigs, { params })
  output.document({ entries, configs })
  for (const { source, key, value } of entries) output.print(`${printable(source)}  ${printable(key)}  ${value}`)
  for (const { id, label, provider, isActive, configSummary } of configs) {
    output.print(`${printable(label)} (${provider}${isActive ? '' : ', off'})  ${id}`)
    for (const [name, value] of Object.entries(configSummary))
      output.print(`  ${printable(name)}  ${printable(String(value))}`)
  }
}

/** `atelier secrets set`: sets a value from standard input or a hidden prompt, never from arguments. */
export const setSecret = async (
  session: Session,
  key: string,
  options: ProjectOption & { readonly source: string },
) => {
  const { output, signal } = session
  const { source } = options
  session.ifInterrupted('Stopped; the secret was not set.')
  const { client, id: projectId } = await openProject(session, options)
  const value = canAsk() ? await askSecret(`Value of ${key} (not shown) `, signal) : await pipedValue()
  const body = { entries: [{ key, source, value }] }
  const { written, refused } = await client.call(upsertProjectSecretEntries, { params: { projectId }, body })
  const [first] = refused
  if (first) throw failed('secret_refused', `${printable(source)} ${printable(first.reason)}.`, { refused })
  output.show({ key, source, written }, `${printable(key)} is set in ${printable(source)}.`)
}

const pipedValue = async () => {
  if (process.stdin.isTTY)
    throw usage(`Give the value on standard input: printf %s "$VALUE" | ${atelier} secrets set NAME`)
  return readStandardInput()
}

const fileMostBytes = 2 ** 20

/** `atelier secrets import`: imports files of secrets as they are, at their paths from this folder. */
export const importSecrets = async (session: Session, paths: readonly string[], options: ProjectOption) => {
  const { output, cwd } = session
  const files = await Promise.all(paths.map((path) => fileAt(cwd, path)))
  const { client, id: projectId } = await openProject(session, options)
  const reply = await client.call(importProjectSecretFiles, { params: { projectId }, body: { files } })
  output.document(reply)
  for (const { path, format, entryCount } of reply.files)
    output.print(`${printable(path)}: ${format === null ? 'kept whole' : counted(entryCount, 'secret')}`)
  if (reply.skipped.length === 0) return
  const lines = reply.skipped.map(({ path, line, rule }) => `${printable(path)}:${line}: ${rule}`)
  throw failed('files_skipped', ['These are not kept as secrets:', ...lines].join('\n'), { skipped: reply.skipped })
}

/** `atelier secrets remove`: removes the secrets at a path. The file in a checkout is its person's own. */
export const removeSecretFile = async (session: Session, path: string, options: ProjectOption) => {
  const { output } = session
  const { client, id: projectId } = await openProject(session, options)
  const removed = await client.call(deleteProjectSecretFile, { params: { projectId }, query: { path } })
  if (removed.files + removed.entries === 0)
    throw absent(
      'secret_file_not_found',
      `The project keeps nothing at ${printable(path)}. List what it keeps: ${atelier} secrets`,
    )
  output.show(
    { path, ...removed },
    `${printable(path)} is removed from the project, with ${counted(removed.entries, 'secret')}.`,
  )
}

const fileAt = async (cwd: string, file: string) => {
  const path = relative(cwd, resolve(cwd, file)).split(sep).join('/')
  if (path === '' || path.startsWith('../'))
    throw usage(`${printable(file)} is not in this folder. Run this where the project’s root is.`)
  const found = await stat(resolve(cwd, file)).catch(() => undefined)
  if (!found?.isFile()) throw usage(`There is no file ${printable(file)}.`)
  if (found.size > fileMostBytes)
    throw usage(`${printable(file)} is larger than 1 MiB, more than a file of secrets may have.`)
  return { path, contentBase64: (await readFile(resolve(cwd, file))).toString('base64') }
}
