import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { isReached } from '../../../code/projects/index.ts'
import { openLedger } from '../../spending/index.ts'
import { askedRatio } from '../asked-ratio.ts'
import { beginMedia, modelFault, refuseModel } from '../begin.ts'
import { chooseMediaModel, orderAt, withMediaModel } from '../choose-model.ts'
import { submitAiVideo } from '../contract.ts'
import { videoRun } from '../graph.ts'
import type { MediaParts } from '../parts.ts'
import { callOf, payerOf, setCaps } from '../pay.ts'
import { presentVideo } from '../present-video.ts'
import { answerFailure } from '../refusal.ts'
import { titleOf } from '../rules.ts'
import { reservedMs } from '../rules/videos.ts'
import { insertVideo, readVideo } from '../store-videos.ts'

export default (parts: MediaParts) =>
  handle(submitAiVideo, async ({ workspace, caller, body, read, commit, fail, invalid }) => {
    const { prompt, seconds = 4, projectId = null } = body
    const { userId } = caller
    const begun = await read((tx) =>
      beginMedia(tx, caller, projectId, () => chooseMediaModel(tx, parts, 'video', body.model)),
    )
    const { model } = begun
    if (!begun.hasProject) return fail.noProject()
    if (!begun.hasRoom) return fail.full()
    if (model === 'unknown') return invalid([modelFault])
    if (model === 'disabled') return fail.disabled()
    try {
      if (model === 'incapable') return refuseModel(body.model)
      const ratio = askedRatio(body.aspectRatio)
      const order = await withMediaModel(parts, read, model, async (_provider, gateway) => ({
        ...orderAt(model, gateway, { workspace, userId, projectId, most: { seconds }, body }),
        longestMs: reservedMs,
      }))
      await setCaps(parts, order)
      const ledger = openLedger(parts.database, payerOf(order))
      const call = callOf(order)
      const submitted = commit(async ({ tx, now, accepted }) => {
        if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
        const id = uuidv7()
        const { graph: kind, name: first } = videoRun.at.submit
        const run = await parts.engine.start(tx, { workspaceId: workspace, kind, subjectId: id, first })
        await insertVideo(tx, {
          id,
          projectId,
          title: titleOf(prompt),
          prompt,
          model: model.id,
          endpointId: model.endpoint?.id ?? null,
          seconds,
          ratioPercent: ratio === undefined ? null : Math.round(ratio * 100),
          callId: call.id,
          isPriced: call.isPriced,
          reservedMicros: call.worstMicros,
          runId: run.id,
          createdBy: userId,
          createdAt: now,
        })
        await ledger.reserveIn(tx, call)
        const video = (await readVideo(tx, id))!
        const metadata = { model: model.id, seconds, reservedMicros: call.worstMicros }
        const within = projectId === null ? {} : { within: { projectId } }
        return accepted(presentVideo(video, null), { resource: ['ai_video', id], metadata, ...within })
      })
      return await submitted.catch(async (error: unknown) => {
        // A refusal by a cap is recorded as a call that was not sent.
        throw await ledger.refused(call, error)
      })
    } catch (error) {
      return answerFailure(fail, error)
    }
  })
