import { v7 as uuidv7 } from 'uuid'
import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isDiskFull } from '../../../../platform/storage/index.ts'
import {
  checkedContent,
  hasAssetRoom,
  recordAsset,
  storeAsset,
  TypeDiffersError,
} from '../../../agents/assets/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { aboutAttachment, parseAttachment, type AttachmentParts } from '../attachments.ts'
import { addCycleAttachment } from '../contract/attachments.ts'
import { presentAttachments } from '../present-attachments.ts'
import { attachmentLimits } from '../rules/attachments.ts'
import { findAttachment, hasAttachmentRoom, insertAttachment, isOtherMessage } from '../store-attachments.ts'

export default (parts: AttachmentParts) =>
  handle(addCycleAttachment, async (context) => {
    const { params, query, caller, workspace, header, body, signal, commit, absent, fail } = context
    const { name } = query
    const { userId } = caller
    const messageId = query.messageId ?? null
    const authorSide = isAgency(caller.role) ? 'agency' : 'client'
    if (authorSide === 'client' && messageId === null) return fail.needsMessage()
    const mediaType = header('content-type')!.split(';')[0]!.trim().toLowerCase()
    const limits = { maxBytes: attachmentLimits.fileBytes, signal }
    try {
      return await storeAsset(parts, workspace, checkedContent(body, mediaType), limits, (stored) =>
        commit(async ({ tx, now, created }) => {
          const cycle = (await findCycle(tx, params.id)) ?? absent()
          const { id: cycleId, projectId } = cycle
          if (messageId !== null && (await isOtherMessage(tx, messageId, cycleId, userId))) return fail.messageIdTaken()
          if (!(await hasAttachmentRoom(tx, cycleId))) return fail.tooMany()
          const facts = { mediaType, fileName: name, origin: 'upload', createdBy: userId } as const
          const asset = await recordAsset(tx, stored, facts, now)
          if (!(await hasAssetRoom(tx))) return fail.full()
          const id = uuidv7()
          const documentId =
            authorSide === 'agency'
              ? await parseAttachment(tx, parts.engine, asset, { projectId, fileName: name, userId, now })
              : undefined
          await insertAttachment(tx, {
            id,
            projectId,
            cycleId,
            messageId,
            assetId: asset.id,
            documentId: documentId ?? null,
            name,
            mediaType,
            sizeBytes: asset.sizeBytes,
            authorSide,
            createdBy: userId,
            now,
          })
          const added = (await findAttachment(tx, cycleId, id))!
          const [attachment] = await presentAttachments(tx, caller, [added])
          const { sizeBytes, sha256 } = asset
          return created(attachment!, aboutAttachment(cycle, added, { mediaType, sizeBytes, sha256 }))
        }),
      )
    } catch (error) {
      if (error instanceof TypeDiffersError) return fail.differs()
      if (isDiskFull(error)) return fail.diskFull()
      throw error
    }
  })
