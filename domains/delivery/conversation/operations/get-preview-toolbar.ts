import { isAgency, type Role } from '../../../../platform/access/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { publishedIdentity } from '../../../accounts/brand/index.ts'
import type { CycleRow } from '../../cycles/index.ts'
import { getPreviewToolbar } from '../contract.ts'
import type { PreviewCommentParts } from '../preview-comment-parts.ts'
import { previewVisit } from '../preview-visitor.ts'

export default ({ previewSite, linkTo }: PreviewCommentParts) =>
  handle(getPreviewToolbar, async ({ tx, params, now, absent, ok }) => {
    const { person, project, deployment, cycle } = (await previewVisit(tx, previewSite, params, now)) ?? absent()
    return ok({
      deploymentId: deployment.id,
      commitSha: deployment.commitSha,
      cycle: person && cycle ? { handle: cycle.handle, title: cycle.title } : null,
      isShared: person === undefined,
      canComment: person !== undefined && cycle !== undefined && project.archivedAt === null,
      reviewUrl: person && cycle ? linkTo(`/console${await reviewPath(tx, cycle, person.role)}`) : null,
    })
  })

/** The page on which a person approves: that of the portal for clients, where it is open. */
const reviewPath = async (tx: Transaction, { id, projectId }: CycleRow, role: Role): Promise<string> => {
  const portal = isAgency(role) ? undefined : await publishedIdentity(tx)
  return portal?.portalEnabled && portal.slug !== null
    ? `/portal/${encodeURIComponent(portal.slug)}/delivered/${id}`
    : `/projects/${projectId}/cycles/${id}/deliverable`
}
