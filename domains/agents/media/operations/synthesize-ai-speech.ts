import { secondsOf } from '../../../../execution/media/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isReached } from '../../../code/projects/index.ts'
import { beginMedia, boundedBy, modelFault, refuseModel } from '../begin.ts'
import { chooseMedia, withMedia, type ChosenMedia } from '../choose-model.ts'
import { synthesizeAiSpeech } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { withPaidCall } from '../pay.ts'
import { presentBase, presentFile, secondsIn } from '../present.ts'
import { recordMedia } from '../record-media.ts'
import { answerFailure, MediaRefusal } from '../refusal.ts'
import { localModel, spokenSecondsMost } from '../rules.ts'
import { storeFiles } from '../store-files.ts'

export default (parts: MediaParts) =>
  handle(synthesizeAiSpeech, async ({ workspace, caller, body, signal, read, commit, fail, invalid }) => {
    const { text, voice, format, projectId = null } = body
    const { userId } = caller
    const begun = await read((tx) =>
      beginMedia(tx, caller, projectId, () => chooseMedia(tx, parts, 'speech', body.model)),
    )
    const { model } = begun
    if (!begun.hasProject) return fail.noProject()
    if (!begun.hasRoom) return fail.full()
    if (model === 'unknown') return invalid([modelFault])
    if (model === 'disabled') return fail.disabled()
    try {
      if (model === 'incapable') return refuseModel(body.model)
      refuseChoices(parts, model, body)
      return await withMedia(parts, read, model, async ({ provider: { speak }, ...use }) => {
        if (!speak) return fail.disabled()
        const most = { characters: text.length, seconds: spokenSecondsMost(text) }
        const order = use.order({ workspace, userId, projectId, most, body })
        return withPaidCall(parts, order, async (call) => {
          const sound = await speak({ text, voice, format }, boundedBy(signal, use.callMs))
          const seconds = secondsOf(sound.bytes)
          call.answered({ characters: text.length, seconds })
          return storeFiles(parts, { workspace, userId, files: [sound], signal }, (recordFiles) =>
            commit(async ({ tx, now, created }) => {
              if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
              const [asset] = await recordFiles(tx, now)
              const files = [{ role: 'sound', asset: asset! }] as const
              const facts = { kind: 'speech', asked: text, projectId, model: use.model, seconds } as const
              const { media, subject } = await recordMedia(tx, { ...facts, userId, call, files, now })
              const file = await presentFile(parts, workspace, asset!, 'sound', now)
              return created({ ...presentBase(media), durationSeconds: secondsIn(media), sound: file }, subject)
            }),
          )
        })
      })
    } catch (error) {
      return answerFailure(fail, error)
    }
  })

interface Choices {
  readonly voice?: string
  readonly format?: string
}

/** A program of the operator makes WAV, and has voices where its command line has a place for them. */
const refuseChoices = (parts: MediaParts, model: ChosenMedia, { voice, format }: Choices): void => {
  if (model !== localModel) return
  if (format === 'mp3') throw new MediaRefusal('capability', 'The program of this server makes `wav` alone.')
  if (voice !== undefined && !parts.localPrograms().takesVoice)
    throw new MediaRefusal('capability', 'The program of this server has no choice of voices.')
}
