import type { Static } from '../../../platform/contract/index.ts'
import type { AddressParts, AssetRow } from '../assets/index.ts'
import type { AiTranscription } from './contract.ts'
import { presentBase, presentFile, secondsIn } from './present.ts'
import type { NewMedia } from './store.ts'

interface Addressed {
  readonly workspace: string
  readonly text: AssetRow
  readonly words: AssetRow
  readonly hasTimes: boolean
  readonly now: Date
}

export const presentTranscription = async (
  parts: AddressParts,
  media: NewMedia,
  { workspace, text, words, hasTimes, now }: Addressed,
): Promise<Static<typeof AiTranscription>> => {
  const subtitles = (format: 'vtt' | 'srt') =>
    hasTimes ? parts.linkTo(`/v1/api/ai/media/transcriptions/${media.id}/subtitles?format=${format}`) : null
  return {
    ...presentBase(media),
    language: media.language,
    durationSeconds: secondsIn(media),
    wordCount: media.wordCount ?? 0,
    text: await presentFile(parts, workspace, text, 'text', now),
    words: await presentFile(parts, workspace, words, 'words', now),
    vttUrl: subtitles('vtt'),
    srtUrl: subtitles('srt'),
  }
}
