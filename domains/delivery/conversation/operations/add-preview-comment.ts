import { record } from '../../../../platform/audit/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findPagePicture } from '../../../code/deployments/index.ts'
import { addPreviewComment } from '../contract.ts'
import type { PreviewCommentParts } from '../preview-comment-parts.ts'
import { previewVisit } from '../preview-visitor.ts'
import { contentWithPin, formOf, type Pin } from '../rules/pin.ts'
import { storeTurn, type Turn } from '../turn.ts'

export default ({ previewSite }: PreviewCommentParts) =>
  handle(addPreviewComment, async ({ tx, params, body, now, fail, absent, created }) => {
    const asked = { token: params.token, deploymentId: body.deploymentId }
    const { person, project, deployment, cycle } = (await previewVisit(tx, previewSite, asked, now)) ?? absent()
    if (!person || !cycle) return absent()
    if (project.archivedAt !== null) return fail.archived()
    const { path, left, top, width, height } = body.pin
    const picture = (await findPagePicture(tx, deployment.id, { path, form: formOf(body.pin) })) ?? null
    const pin = {
      path,
      left,
      top,
      width,
      height,
      deploymentId: deployment.id,
      commitSha: deployment.commitSha,
      picture,
    }
    const turn = await storeTurn(tx, {
      cycle,
      body: { content: contentWithPin(body.content, pin), messageId: body.messageId },
      caller: person,
      level: person.level,
      pin,
      now,
    })
    if (typeof turn === 'string') return fail.messageIdTaken()
    if (!turn.isRepeated) recordComment(tx, person.userId, turn, pin)
    return created({ id: turn.row.id, hasPicture: picture !== null })
  })

const recordComment = (tx: Transaction, userId: string, { row, about }: Turn, { deploymentId }: Pin) =>
  record(
    tx,
    {
      action: 'cycle.message',
      category: 'create',
      outcome: 'success',
      actor: { type: 'user', id: userId },
      source: 'web',
      resource: ['cycle_message', row.id],
      parent: ['cycle', row.cycleId!],
      details: { ...about.metadata, deploymentId },
    },
    {
      name: 'cycle.messaged',
      entity: ['cycle_message', row.id],
      projectId: row.projectId,
      cycleId: row.cycleId!,
      payload: { deploymentId },
    },
  )
