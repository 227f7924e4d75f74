import { buffer } from 'node:stream/consumers'
import { mediaMostBytes, secondsMost, secondsOf, soundTypeOf } from '../../../../execution/media/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isReached } from '../../../code/projects/index.ts'
import { openAsset, SourceRefusal, withSource, type TakenSource } from '../../assets/index.ts'
import { beginMedia, boundedBy, modelFault, refuseModel } from '../begin.ts'
import { chooseMedia, withMedia } from '../choose-model.ts'
import { transcribeAiAudio } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { withPaidCall } from '../pay.ts'
import { presentTranscription } from '../present-transcription.ts'
import { recordMedia } from '../record-media.ts'
import { answerFailure, MediaRefusal } from '../refusal.ts'
import { storeFiles } from '../store-files.ts'
import { textFile, wordsFile } from '../transcript-file.ts'

const terms = {
  accept: ['audio/*', 'video/mp4', 'video/webm', 'application/ogg'],
  maxBytes: mediaMostBytes.sound,
  origin: 'media',
} as const

export default (parts: MediaParts) =>
  handle(transcribeAiAudio, async ({ workspace, caller, body, signal, read, commit, fail, invalid }) => {
    const { source, language, projectId = null } = body
    const { userId } = caller
    const begun = await read((tx) =>
      beginMedia(tx, caller, projectId, () => chooseMedia(tx, parts, 'transcription', body.model)),
    )
    const { model } = begun
    if (!begun.hasProject) return fail.noProject()
    if (!begun.hasRoom) return fail.full()
    if (model === 'unknown') return invalid([modelFault])
    if (model === 'disabled') return fail.disabled()
    try {
      if (model === 'incapable') return refuseModel(body.model)
      const request = { workspace, source, userId, signal, read }
      return await withSource(parts, request, terms, async (taken) => {
        const sound = await soundOf(parts, workspace, taken)
        return withMedia(parts, read, model, async ({ provider: { transcribe }, ...use }) => {
          if (!transcribe) return fail.disabled()
          const most = { seconds: secondsMost(sound.bytes) }
          const order = use.order({ workspace, userId, projectId, most, body })
          return withPaidCall(parts, order, async (call) => {
            const transcript = await transcribe({ sound, language }, boundedBy(signal, use.callMs))
            const seconds = transcript.seconds ?? secondsOf(sound.bytes)
            call.answered({ seconds, usage: transcript.usage })
            const made = [textFile(transcript), wordsFile({ ...transcript, seconds })]
            return storeFiles(parts, { workspace, userId, files: made, signal }, (recordFiles) =>
              commit(async ({ tx, now, created }) => {
                if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
                const [text, words] = await recordFiles(tx, now)
                const recording = await taken.record(tx, now)
                const files = [
                  { role: 'source', asset: recording },
                  { role: 'text', asset: text! },
                  { role: 'words', asset: words! },
                ] as const
                const asked = recording.fileName ?? undefined
                const facts = { kind: 'transcription', asked, projectId, model: use.model } as const
                const said = { seconds, language: transcript.language, wordCount: transcript.words.length }
                const { media, subject } = await recordMedia(tx, { ...facts, ...said, userId, call, files, now })
                const hasTimes = transcript.words.length + transcript.segments.length > 0
                const addressed = { workspace, text: text!, words: words!, hasTimes, now }
                return created(await presentTranscription(parts, media, addressed), subject)
              }),
            )
          })
        })
      })
    } catch (error) {
      return answerFailure(fail, error)
    }
  })

const soundOf = async ({ objects }: MediaParts, workspace: string, taken: TakenSource) => {
  const opened = await openAsset(objects, workspace, taken)
  if (!opened) throw new SourceRefusal('unknown_artifact')
  const bytes = await buffer(opened.content)
  const mediaType = soundTypeOf(bytes)
  if (!mediaType) throw new MediaRefusal('not_readable', 'The file is no WAV, MP3, FLAC, Ogg, MP4 or WebM.')
  return { bytes, mediaType }
}
