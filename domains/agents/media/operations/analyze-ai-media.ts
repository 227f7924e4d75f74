import { canTakeFrames } from '../../../../execution/media/index.ts'
import { malformedAnswer } from '../../../../execution/models/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isReached } from '../../../code/projects/index.ts'
import { withSource } from '../../assets/index.ts'
import { withChosen } from '../../models/index.ts'
import { askAbout, wordsOf } from '../ask-about.ts'
import { beginMedia, boundedBy, refuseModel } from '../begin.ts'
import { chooseMediaModel, orderAt } from '../choose-model.ts'
import { analyzeAiMedia } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { withPaidCall } from '../pay.ts'
import { presentBase } from '../present.ts'
import { recordMedia } from '../record-media.ts'
import { answerFailure } from '../refusal.ts'
import { analysisTerms, shownPictures } from '../shown-pictures.ts'

export default (parts: MediaParts) =>
  handle(analyzeAiMedia, async ({ workspace, caller, body, signal, read, commit, fail }) => {
    const { kind, question, source, projectId = null } = body
    const { userId } = caller
    const begun = await read((tx) => beginMedia(tx, caller, projectId, () => chooseMediaModel(tx, parts, 'pictures')))
    const { model } = begun
    if (!begun.hasProject) return fail.noProject()
    if (model === 'disabled' || (kind === 'video' && !canTakeFrames())) return fail.disabled()
    if (typeof model === 'string') return refuseModel(undefined)
    try {
      const request = { workspace, source, userId, signal, read }
      return await withSource(parts, request, analysisTerms[kind], async (taken) => {
        const pictures = await shownPictures(parts, kind, { workspace, taken, signal })
        return withChosen(parts, read, model, async (gateway) => {
          const asked = askAbout(gateway, { kind, question, pictures })
          const order = orderAt(model, gateway, { workspace, userId, projectId, most: {}, body })
          return withPaidCall(parts, order, async (call) => {
            const { text, usage } = await asked.send(boundedBy(signal, gateway.parts.callMs))
            call.answered({ usage })
            const answer = wordsOf(text)
            if (answer === undefined) throw malformedAnswer({ endpoint: gateway.provider.name, what: 'answer' }, '')
            return commit(async ({ tx, now, ok }) => {
              if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
              const files = [{ role: 'source', asset: await taken.record(tx, now) }] as const
              const facts = { kind: `${kind}_analysis`, asked: question, projectId, model: model.id } as const
              const { media, subject } = await recordMedia(tx, { ...facts, userId, call, files, now })
              const tokens = { inputTokens: usage?.inputTokens ?? null, outputTokens: usage?.outputTokens ?? null }
              return ok({ ...presentBase(media), answer, ...tokens }, subject)
            })
          })
        })
      })
    } catch (error) {
      return answerFailure(fail, error)
    }
  })
