import { deployments } from '../../../../domains/code/deployments/contract.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent } from '../../failure.ts'
import { chooseId, shortId } from '../../ids.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { showRows } from '../../terminal/output.ts'
import { columns, printableLines } from '../../terminal/text.ts'

interface PreviewOptions extends ProjectOption {
  readonly production?: boolean
  readonly repo?: string
  readonly days?: string
  readonly note?: string
}

type Deployment = Reply<typeof deployments.listDeployments>[number]

/** `atelier preview list`: prints the deployments of a project, the newest last. */
export const listPreviews = async (session: Session, options: PreviewOptions): Promise<void> => {
  const { client, id: projectId } = await openProject(session, options)
  const rows = await client.call(deployments.listDeployments, { query: { projectId } })
  showRows(session.output, rows, lineOf, `This project has no deployment yet: ${atelier} preview deploy`)
}

/** `atelier preview deploy`: deploys the head of the default branch to the preview, or to production. */
export const deployPreview = async (session: Session, options: PreviewOptions): Promise<void> => {
  const { client, id: projectId } = await openProject(session, options)
  const { production, repo } = options
  const body = defined({ projectId, kind: production ? ('production' as const) : undefined, repoId: repo })
  const accepted = await client.call(deployments.redeployProjectPreview, { body })
  session.output.show(accepted, `${shortId(accepted.id)}  ${accepted.status}  ${accepted.url}`)
}

/** `atelier preview open`: prints a link to the live preview, which works for a minute. */
export const openPreview = async (session: Session, named: string | undefined, options: PreviewOptions) => {
  const { client, id: projectId } = await openProject(session, options)
  const id = await chooseLive(client, projectId, named, options)
  const opened = await client.call(deployments.openDeployment, { params: { id } })
  session.output.show(opened, opened.url)
}

/** `atelier preview logs`: prints the output while a deployment was built, started and served. */
export const previewLogs = async (session: Session, named: string, options: PreviewOptions): Promise<void> => {
  const { client, id: projectId } = await openProject(session, options)
  const id = await chooseDeployment(client, projectId, named)
  let after: string | undefined
  for (;;) {
    const log = await client.call(deployments.getDeploymentLog, { params: { id }, query: defined({ after }) })
    session.output.document(log)
    if (log.next === null) return
    session.output.print(printableLines(log.text.trimEnd()))
    after = log.next
  }
}

/** `atelier preview rollback`: serves the build of an earlier deployment again. */
export const rollBackPreview = async (session: Session, named: string, options: PreviewOptions): Promise<void> => {
  const { client, id: projectId } = await openProject(session, options)
  const id = await chooseDeployment(client, projectId, named)
  const accepted = await client.call(deployments.rollbackDeployment, { params: { id } })
  session.output.show(accepted, `${shortId(accepted.id)}  ${accepted.status}  ${accepted.url}`)
}

/** `atelier preview share`: creates a link that opens the live deployment for people without an account. */
export const sharePreview = async (session: Session, named: string | undefined, options: PreviewOptions) => {
  const { client, id: projectId } = await openProject(session, options)
  const id = await chooseLive(client, projectId, named, options)
  const { days, note } = options
  const body = defined({ days: days === undefined ? undefined : Number(days), note })
  const share = await client.call(deployments.createPreviewShare, { params: { id }, body })
  session.output.document(share)
  session.output.say(`It works until ${share.expiresAt}. Everybody who has it can open this preview.`)
  session.output.print(share.url)
}

/** `atelier preview shares`: prints the share links of the live deployment, the newest first. */
export const listShares = async (session: Session, named: string | undefined, options: PreviewOptions) => {
  const { client, id: projectId } = await openProject(session, options)
  const id = await chooseLive(client, projectId, named, options)
  const shares = await client.call(deployments.listPreviewShares, { params: { id } })
  showRows(session.output, shares, shareLine, `It has no share links: ${atelier} preview share`)
}

/** `atelier preview unshare`: removes a share link. */
export const unsharePreview = async (session: Session, named: string, options: PreviewOptions): Promise<void> => {
  const { client, id: projectId } = await openProject(session, options)
  const id = await chooseLive(client, projectId, undefined, options)
  const shareId = await chooseId(named, client.every(deployments.listPreviewShares, { params: { id } }), {
    one: 'share link',
    list: 'preview shares',
    describe: shareLine,
  })
  const reply = await client.call(deployments.deletePreviewShare, { params: { id, shareId } })
  session.output.show(reply, `Removed the share link ${shortId(shareId)}.`)
}

const shareLine = ({ id, note, expiresAt }: Reply<typeof deployments.listPreviewShares>[number]): string =>
  columns([shortId(id), `until ${expiresAt}`, note])

const chooseLive = async (
  client: Client,
  projectId: string,
  named: string | undefined,
  { production }: PreviewOptions,
): Promise<string> => {
  if (named !== undefined) return chooseDeployment(client, projectId, named)
  const kind = production ? 'production' : 'project'
  const rows = await client.call(deployments.listDeployments, { query: { projectId } })
  const live = rows.findLast((row) => row.kind === kind && row.status === 'live')
  if (live) return live.id
  throw absent('nothing_live', `Nothing is live there yet. Deploy it: ${atelier} preview deploy`)
}

const chooseDeployment = (client: Client, projectId: string, named: string): Promise<string> =>
  chooseId(named, client.every(deployments.listDeployments, { query: { projectId } }), {
    one: 'deployment',
    list: 'preview list',
    describe: lineOf,
  })

const commitChars = 8
const lineOf = ({ id, kind, status, commitSha, url, failure }: Deployment): string =>
  columns([
    shortId(id),
    kind,
    status,
    commitSha?.slice(0, commitChars) ?? '-',
    status === 'live' ? url : undefined,
    failure?.message,
  ])
