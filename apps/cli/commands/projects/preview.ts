import { deployments } from '../../../../domains/code/deployments/contract.ts'
import type { Client, Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent } from '../../failure.ts'
import { chooseId, shortId } from '../../ids.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable, printableLines } from '../../terminal/text.ts'

interface PreviewOptions {
  readonly project?: string
  readonly production?: boolean
  readonly repo?: string
  readonly days?: string
  readonly note?: string
}

type Deployment = Reply<typeof deployments.listDeployments>[number]

/** `atelier preview list`: prints the deployments of a project, the newest last. */
export const listPreviews = async (session: Session, options: PreviewOptions): Promise<void> => {
  const { client, projectId } = await place(session, options)
  const rows = await client.call(deployments.listDeployments, { query: { projectId } })
  session.output.document(rows)
  if (rows.length === 0) session.output.say(`This project has no deployment yet: ${atelier} preview deploy`)
  for (const row of rows) session.output.print(lineOf(row))
}

/** `atelier preview deploy`: deploys the head of the default branch to the preview, or to production. */
export const deployPreview = async (session: Session, options: PreviewOptions): Promise<void> => {
  const { client, projectId } = await place(session, options)
  const { production = false, repo } = options
  const body = {
    projectId,
    ...(production && { kind: 'production' as const }),
    ...(repo !== undefined && { repoId: repo }),
  }
  const accepted = await client.call(deployments.redeployProjectPreview, { body })
  session.output.show(accepted, `${shortId(accepted.id)}  ${accepted.status}  ${accepted.url}`)
}

/** `atelier preview open`: prints a link to the live preview, which works for a minute. */
export const openPreview = async (
  session: Session,
  named: string | undefined,
  options: PreviewOptions,
): Promise<void> => {
  const { client, projectId } = await place(session, options)
  const id = await chooseLive(client, projectId, named, options)
  const opened = await client.call(deployments.openDeployment, { params: { id } })
  session.output.show(opened, opened.url)
}

/** `atelier preview logs`: prints the output while a deployment was built, started and served. */
export const previewLogs = async (session: Session, named: string, options: PreviewOptions): Promise<void> => {
  const { client, projectId } = await place(session, options)
  const id = await chooseDeployment(client, projectId, named)
  let after: string | undefined
  for (;;) {
    const query = after === undefined ? {} : { after }
    const log = await client.call(deployments.getDeploymentLog, { params: { id }, query })
    session.output.document(log)
    if (log.next === null) return
    session.output.print(printableLines(log.text.trimEnd()))
    after = log.next
  }
}

/** `atelier preview rollback`: serves the build of an earlier deployment again. */
export const rollBackPreview = async (session: Session, named: string, options: PreviewOptions): Promise<void> => {
  const { client, projectId } = await place(session, options)
  const id = await chooseDeployment(client, projectId, named)
  const accepted = await client.call(deployments.rollbackDeployment, { params: { id } })
  session.output.show(accepted, `${shortId(accepted.id)}  ${accepted.status}  ${accepted.url}`)
}

/** `atelier preview share`: creates a link that opens the live deployment for people without an account. */
export const sharePreview = async (
  session: Session,
  named: string | undefined,
  options: PreviewOptions,
): Promise<void> => {
  const { client, projectId } = await place(session, options)
  const id = await chooseLive(client, projectId, named, options)
  const { days, note } = options
  const body = { ...(days !== undefined && { days: Number(days) }), ...(note !== undefined && { note }) }
  const share = await client.call(deployments.createPreviewShare, { params: { id }, body })
  session.output.document(share)
  session.output.say(`It works until ${share.expiresAt}. Everybody who has it can open this preview.`)
  session.output.print(share.url)
}

/** `atelier preview shares`: prints the share links of the live deployment, the newest first. */
export const listShares = async (
  session: Session,
  named: string | undefined,
  options: PreviewOptions,
): Promise<void> => {
  const { client, projectId } = await place(session, options)
  const id = await chooseLive(client, projectId, named, options)
  const shares = await client.call(deployments.listPreviewShares, { params: { id } })
  session.output.document(shares)
  if (shares.length === 0) session.output.say(`It has no share links: ${atelier} preview share`)
  for (const share of shares) session.output.print(shareLine(share))
}

/** `atelier preview unshare`: removes a share link. */
export const unsharePreview = async (session: Session, named: string, options: PreviewOptions): Promise<void> => {
  const { client, projectId } = await place(session, options)
  const id = await chooseLive(client, projectId, undefined, options)
  const shareId = await chooseId(named, client.every(deployments.listPreviewShares, { params: { id } }), {
    one: 'share link',
    many: 'share links',
    list: 'preview shares',
    describe: shareLine,
  })
  session.output.show(
    await client.call(deployments.deletePreviewShare, { params: { id, shareId } }),
    `Removed the share link ${shortId(shareId)}.`,
  )
}

const shareLine = ({ id, note, expiresAt }: Reply<typeof deployments.listPreviewShares>[number]): string =>
  [shortId(id), `until ${expiresAt}`, note]
    .filter((part) => part !== null)
    .map(printable)
    .join('  ')

const chooseLive = async (
  client: Client,
  projectId: string,
  named: string | undefined,
  { production }: PreviewOptions,
): Promise<string> => {
  if (named !== undefined) return chooseDeployment(client, projectId, named)
  const rows = await client.call(deployments.listDeployments, { query: { projectId } })
  return liveOf(rows, production ? 'production' : 'project').id
}

const place = async (session: Session, { project }: PreviewOptions) => ({
  client: await session.client(),
  projectId: await chooseProject(session, project),
})

const liveOf = (rows: readonly Deployment[], kind: Deployment['kind']): Deployment => {
  const live = rows.findLast((row) => row.kind === kind && row.status === 'live')
  if (live) return live
  throw absent('nothing_live', `Nothing is live there yet. Deploy it: ${atelier} preview deploy`)
}

const chooseDeployment = (client: Client, projectId: string, named: string): Promise<string> =>
  chooseId(named, client.every(deployments.listDeployments, { query: { projectId } }), {
    one: 'deployment',
    many: 'deployments',
    list: 'preview list',
    describe: lineOf,
  })

const commitChars = 8
const lineOf = ({ id, kind, status, commitSha, url, failure }: Deployment): string =>
  [
    shortId(id),
    kind,
    status,
    commitSha?.slice(0, commitChars) ?? '-',
    status === 'live' ? url : undefined,
    failure?.message,
  ]
    .filter((part) => part !== undefined)
    .map(printable)
    .join('  ')
