import { handle } from '../../../../platform/handler/index.ts'
import { findAsset, openAsset } from '../../../agents/assets/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { shownAttachment, type AttachmentParts } from '../attachments.ts'
import { getCycleAttachment } from '../contract/attachments.ts'

export default ({ objects }: Pick<AttachmentParts, 'objects'>) =>
  handle(getCycleAttachment, async ({ read, workspace, caller, params, absent, ok }) => {
    const found = await read(async (tx) => {
      const cycle = await findCycle(tx, params.id)
      const attachment = cycle && (await shownAttachment(tx, cycle, params.attachmentId, caller))
      const asset = attachment && (await findAsset(tx, attachment.assetId))
      return asset && { attachment, asset }
    })
    if (!found) return absent()
    const { attachment, asset } = found
    const { content } = (await openAsset(objects, workspace, asset)) ?? absent()
    const { mediaType, name: fileName } = attachment
    return ok({ mediaType, fileName, content })
  })
