import { handle } from '../../../../platform/handler/index.ts'
import { isReached } from '../../../code/projects/index.ts'
import { beginMedia, boundedBy, modelFault, refuseModel } from '../begin.ts'
import { chooseMedia, withMedia } from '../choose-model.ts'
import { generateAiImages } from '../contract.ts'
import type { MediaParts } from '../parts.ts'
import { withPaidCall } from '../pay.ts'
import { presentBase, presentFile } from '../present.ts'
import { recordMedia } from '../record-media.ts'
import { answerFailure } from '../refusal.ts'
import { askedRatio } from '../asked-ratio.ts'
import { storeFiles } from '../store-files.ts'

export default (parts: MediaParts) =>
  handle(generateAiImages, async ({ workspace, caller, body, signal, read, commit, fail, invalid }) => {
    const { prompt, n: count = 1, projectId = null } = body
    const { userId } = caller
    const begun = await read((tx) =>
      beginMedia(tx, caller, projectId, () => chooseMedia(tx, parts, 'images', body.model)),
    )
    const { model } = begun
    if (!begun.hasProject) return fail.noProject()
    if (!begun.hasRoom) return fail.full()
    if (model === 'unknown') return invalid([modelFault])
    if (model === 'disabled') return fail.disabled()
    try {
      if (model === 'incapable') return refuseModel(body.model)
      const ratio = askedRatio(body.aspectRatio)
      return await withMedia(parts, read, model, async ({ provider: { images }, ...use }) => {
        if (!images) return fail.disabled()
        const order = use.order({ workspace, userId, projectId, most: { images: count }, body }, count)
        return withPaidCall(parts, order, async (call) => {
          const made = await images({ prompt, count, ratio }, boundedBy(signal, use.callMs))
          call.answered({ images: made.images.length, usage: made.usage })
          return storeFiles(parts, { workspace, userId, files: made.images, signal }, (recordFiles) =>
            commit(async ({ tx, now, ok }) => {
              if (projectId !== null && !(await isReached(tx, caller, projectId))) return fail.noProject()
              const files = (await recordFiles(tx, now)).map((asset) => ({ role: 'image', asset }) as const)
              const facts = { kind: 'images', asked: prompt, projectId, model: use.model } as const
              const { media, subject } = await recordMedia(tx, { ...facts, userId, call, files, now })
              const addressed = files.map(({ asset, role }) => presentFile(parts, workspace, asset, role, now))
              return ok({ ...presentBase(media), images: await Promise.all(addressed) }, subject)
            }),
          )
        })
      })
    } catch (error) {
      return answerFailure(fail, error)
    }
  })
