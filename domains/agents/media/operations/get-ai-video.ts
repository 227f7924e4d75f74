import { handle } from '../../../../platform/handler/index.ts'
import { addressOf, findAsset } from '../../assets/index.ts'
import { getAiVideo } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { presentVideo } from '../present-video.ts'
import { findVideo } from '../store-videos.ts'

export default (parts: MediaParts) =>
  handle(getAiVideo, async ({ tx, workspace, caller, params, now, absent, ok }) => {
    const video = (await findVideo(tx, caller, params.id)) ?? absent()
    const asset = video.assetId === null ? undefined : await findAsset(tx, video.assetId)
    const videoUrl = asset ? (await addressOf(parts, workspace, asset, now)).url : null
    return ok({ ...presentVideo(video), videoUrl })
  })
