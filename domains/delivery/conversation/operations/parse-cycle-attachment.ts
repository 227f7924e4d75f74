import { handle } from '../../../../platform/handler/index.ts'
import { useAsset } from '../../../agents/assets/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { aboutAttachment, parseAttachment, shownAttachment, type AttachmentParts } from '../attachments.ts'
import { parseCycleAttachment } from '../contract/attachments.ts'
import { presentAttachments } from '../present-attachments.ts'
import { lockAttachment, setAttachmentDocument } from '../store-attachments.ts'

/** A file that is parsed already stays as it is; one whose parse failed is parsed anew. */
export default ({ engine }: Pick<AttachmentParts, 'engine'>) =>
  handle(parseCycleAttachment, async ({ tx, params, caller, now, absent, fail, ok }) => {
    const cycle = (await findCycle(tx, params.id)) ?? absent()
    await lockAttachment(tx, params.attachmentId)
    const attachment = (await shownAttachment(tx, cycle, params.attachmentId, caller)) ?? absent()
    const [before] = await presentAttachments(tx, caller, [attachment])
    const about = aboutAttachment(cycle, attachment)
    if (before!.document !== null && before!.document.status !== 'failed')
      return ok(before!, { ...about, repeated: true })
    const asset = (await useAsset(tx, attachment.assetId, now)) ?? absent()
    const input = { projectId: cycle.projectId, fileName: attachment.name, userId: caller.userId, now }
    // The file keeps the media type that it was added with.
    const typed = { ...asset, mediaType: attachment.mediaType }
    const documentId = (await parseAttachment(tx, engine, typed, input)) ?? fail.notReadable()
    await setAttachmentDocument(tx, attachment.id, documentId)
    const [parsed] = await presentAttachments(tx, caller, [{ ...attachment, documentId }])
    return ok(parsed!, about)
  })
