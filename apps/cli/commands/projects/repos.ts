import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createProjectImportScan } from '../../../../domains/code/imports/contract.ts'
import { findingsToReview } from '../../../../domains/code/imports/rules.ts'
import { repositories as contract } from '../../../../domains/code/repositories/contract.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { usage } from '../../failure.ts'
import { chooseId, shortId } from '../../ids.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { showRows } from '../../terminal/output.ts'
import { counted, printable } from '../../terminal/text.ts'

interface RepoOptions extends ProjectOption {
  readonly branch?: string
  readonly label?: string
}
export interface AttachOptions extends RepoOptions {
  readonly empty?: boolean
  readonly bundle?: string
}

type Repository = Reply<typeof contract.listProjectRepos>[number]

/** `atelier repos`: prints the repositories of a project, the primary repository first. */
export const listRepos = async (session: Session, options: RepoOptions): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const rows = await client.call(contract.listProjectRepos, { params: { id } })
  showRows(session.output, rows, lineOf, 'This project has its own history, and no repository beside it.')
}

/** `atelier repos attach`: attaches a repository of a code host, an empty one, or a scanned bundle. */
export const attachRepo = async (
  session: Session,
  fullName: string | undefined,
  { empty, bundle, branch, label, ...options }: AttachOptions,
): Promise<void> => {
  if ([fullName, empty, bundle].filter(Boolean).length !== 1)
    throw usage('Say which one: owner/name of a code host, --empty, or --bundle <file>.')
  const { client, id } = await openProject(session, options)
  const scanId = bundle === undefined ? undefined : await scan(session, client, bundle, branch)
  const from = { ...(fullName && { fullName }), ...(empty && { empty: true as const }), ...(scanId && { scanId }) }
  const body = { ...from, ...(branch && !scanId && { branch }), ...(label && { label }) }
  show(session, await client.call(contract.attachProjectRepo, { params: { id }, body }))
}

/** `atelier repos detach`: detaches a repository, and reports the fate of its files. */
export const detachRepo = async (session: Session, named: string, options: RepoOptions): Promise<void> => {
  const { client, params } = await chooseRepo(session, named, options)
  const { message } = await client.call(contract.detachProjectRepo, { params })
  session.output.show({ ...params, message }, message)
}

/** `atelier repos primary`: makes a repository the primary one, in which new cycles work. */
export const makeRepoPrimary = async (session: Session, named: string, options: RepoOptions): Promise<void> => {
  const { client, params } = await chooseRepo(session, named, options)
  show(session, await client.call(contract.makeProjectRepoPrimary, { params }))
}

/** `atelier repos set`: changes the branch and the label of a repository; an empty label removes it. */
export const setRepo = async (session: Session, named: string, options: RepoOptions): Promise<void> => {
  const { branch, label } = options
  if (branch === undefined && label === undefined) throw usage('Say what to set: --branch, --label, or both.')
  const { client, params } = await chooseRepo(session, named, options)
  const body = defined({ branch, label: label === '' ? null : label })
  show(session, await client.call(contract.updateProjectRepo, { params, body }))
}

/** A repository by its full name or its label, else by its id or a part of it. */
export const chooseRepo = async (session: Session, named: string, options: RepoOptions) => {
  const { client, id } = await openProject(session, options)
  const rows = await client.call(contract.listProjectRepos, { params: { id } })
  const name = named.toLowerCase()
  const called = rows.filter(({ fullName, label }) => [fullName, label].some((text) => text?.toLowerCase() === name))
  const like = { one: 'repository', many: 'repositories', list: `${atelier} repos`, describe: nameOf }
  const repoId = called.length === 1 ? called[0]!.id : await chooseId(named, rows, like)
  return { client, params: { id, repoId } }
}

const scan = async ({ cwd, output }: Session, client: Client, file: string, branch: string | undefined) => {
  const path = resolve(cwd, file)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw usage(`There is no bundle ${printable(path)}. Make one with git bundle create --all.`)
  output.say('Checking the bundle on the server …')
  const content = createReadStream(path)
  const result = await client
    .call(createProjectImportScan, { query: defined({ branch }), body: { content, sizeBytes: found.size } })
    .finally(() => content.destroy())
  const toReview = findingsToReview(result)
  if (toReview > 0) output.say(`Its history has ${counted(toReview, 'finding')}, such as likely secrets.`)
  return result.id
}

const show = ({ output }: Session, row: Repository) => {
  output.show(row, lineOf(row))
}

const nameOf = ({ fullName, label }: Pick<Repository, 'fullName' | 'label'>) => fullName ?? label ?? 'on this server'

const lineOf = (row: Repository) => {
  const label = row.fullName !== null && row.label !== null ? `  ${printable(row.label)}` : ''
  const rank = row.primary ? '  primary' : ''
  return `${shortId(row.id)}  ${printable(nameOf(row))}  ${printable(row.defaultBranch)}${label}${rank}`
}
