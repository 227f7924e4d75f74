import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { subtitlesOf } from '../../../../execution/media/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findAsset, openAsset } from '../../assets/index.ts'
import { getAiTranscriptionSubtitles } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { findMedia, mediaFiles } from '../store.ts'
import { timesIn } from '../transcript-file.ts'

export default ({ objects }: Pick<MediaParts, 'objects'>) =>
  handle(getAiTranscriptionSubtitles, async ({ read, workspace, caller, params, query, absent, fail, ok }) => {
    const { format = 'vtt' } = query
    const asset = await read(async (tx) => {
      const media = (await findMedia(tx, caller, params.id)) ?? absent()
      const words = (await mediaFiles(tx, [media.id])).find(({ role }) => role === 'words')
      return words && findAsset(tx, words.assetId)
    })
    const opened = asset && (await openAsset(objects, workspace, asset))
    if (!opened) return fail.noTimes()
    const times = timesIn(await text(opened.content))
    if (times.segments.length + times.words.length === 0) return fail.noTimes()
    const content = Readable.from([Buffer.from(subtitlesOf(times, format))])
    const mediaType = format === 'vtt' ? 'text/vtt; charset=utf-8' : 'text/plain; charset=utf-8'
    return ok({ mediaType, fileName: `${params.id}.${format}`, content })
  })
