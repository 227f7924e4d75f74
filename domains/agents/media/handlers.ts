import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Operation } from '../../../platform/contract/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import {
  canTakeFrames,
  subtitlesOf,
  secondsOf,
  mediaMostBytes,
  secondsMost,
  soundTypeOf,
} from '../../../execution/media/index.ts'
import { malformedAnswer } from '../../../execution/models/index.ts'
import { withSource, findAsset, openAsset, assetRows, type TakenSource } from '../assets/index.ts'
import { withChosen } from '../models/index.ts'
import { openLedger } from '../spending/index.ts'
import { askAbout, wordsOf } from './ask-about.ts'
import { beginMedia, boundedBy, mayUse, readyModel } from './begin.ts'
import { chooseMediaModel, orderAt, chooseMedia, withMedia, withMediaModel, type ChosenMedia } from './choose-model.ts'
import * as contract from './contract.ts'
import { videoRun } from './graph.ts'
import { withPaidCall, callOf, payerOf, setCaps } from './pay.ts'
import {
  presentBase,
  presentFile,
  presentMedia,
  presentTranscription,
  presentVideo,
  presentVideos,
  secondsIn,
} from './present.ts'
import { recordMedia } from './record-media.ts'
import { answerFailure, askedRatio, MediaRefusal, notReadable } from './refusal.ts'
import { titleOf, localModel, spokenSecondsMost } from './rules.ts'
import { reservedMs } from './rules/videos.ts'
import { analysisTerms, bytesOf, type MediaParts, shownPictures } from './shown-pictures.ts'
import { storeFiles } from './store-files.ts'
import { findVideo, videoPage, reviewVideo, insertVideo, readVideo } from './store-videos.ts'
import { findMedia, mediaFiles, mediaPage } from './store.ts'
import type { MediaRow } from './tables.ts'
import { timesIn, textFile, wordsFile } from './transcript-file.ts'

/** Handles an operation that calls a model; its failures are answered in words of ours. */
const handleCall = <const Op extends Operation & { errors: Record<'refused' | 'upstream' | 'disabled', object> }>(
  operation: Op,
  run: Parameters<typeof handle<Op>>[1],
) => handle(operation, (context) => run(context).catch((error: unknown) => answerFailure(context.fail as never, error)))

// A paid call: take the source, open the provider, hold the money, call, store the files, and record all in one commit. If
// a step fails, the steps around it clean up.

const analyzeAiMedia = (parts: MediaParts) =>
  handleCall(contract.analyzeAiMedia, async ({ workspace, caller, body, signal, read, commit, fail }) => {
    const { kind, question, source, projectId = null } = body
    const { userId } = caller
    const begun = await read(beginMedia(caller, projectId, (tx) => chooseMediaModel(tx, parts, 'pictures')))
    const { model } = begun
    if (!begun.hasProject) return fail.noProject()
    // An analysis makes no files, so it needs no room; it names no model, so a missing one is `disabled`.
    if (typeof model === 'string' || (kind === 'video' && !canTakeFrames())) return fail.disabled()
    const sourceRequest = { workspace, source, userId, signal, read }
    return withSource(parts, sourceRequest, analysisTerms[kind], async (taken) => {
      const pictures = await shownPictures(parts, kind, { workspace, taken, signal })
      return withChosen(parts, read, model, async (gateway) => {
        const request = askAbout(gateway, { kind, question, pictures })
        const order = orderAt(model, gateway, { workspace, userId, projectId, most: {}, body })
        return withPaidCall(parts, order, async (call) => {
          const { text, usage } = await request.send(boundedBy(signal, gateway.parts.callMs))
          call.answered({ usage })
          const answer = wordsOf(text)
          if (answer === undefined) throw malformedAnswer({ endpoint: gateway.provider.name, what: 'answer' }, '')
          return commit(async ({ tx, now, ok }) => {
            if (!(await mayUse(tx, caller, projectId))) return fail.noProject()
            const files = [{ role: 'source', asset: await taken.record(tx, now) }] as const
            const facts = { kind: `${kind}_analysis`, asked: question, projectId, model: model.id } as const
            const { media, subject } = await recordMedia(tx, { ...facts, userId, call, files, now })
            const tokens = { inputTokens: usage?.inputTokens ?? null, outputTokens: usage?.outputTokens ?? null }
            return ok({ ...presentBase(media), answer, ...tokens }, subject)
          })
        })
      })
    })
  })

const generateAiImages = (parts: MediaParts) =>
  handleCall(contract.generateAiImages, async ({ workspace, caller, body, signal, read, commit, fail, invalid }) => {
    const { prompt, n: count = 1, projectId = null } = body
    const { userId } = caller
    const begun = await read(beginMedia(caller, projectId, (tx) => chooseMedia(tx, parts, 'images', body.model)))
    const model = readyModel(begun, { fail, invalid }, body.model)
    const ratio = askedRatio(body.aspectRatio)
    return withMedia(parts, read, model, async ({ provider: { images }, ...use }) => {
      if (!images) return fail.disabled()
      const order = use.order({ workspace, userId, projectId, most: { images: count }, body }, count)
      return withPaidCall(parts, order, async (call) => {
        const answer = await images({ prompt, count, ratio }, boundedBy(signal, use.callMs))
        call.answered({ images: answer.images.length, usage: answer.usage })
        return storeFiles(parts, { workspace, userId, files: answer.images, signal }, (recordFiles) =>
          commit(async ({ tx, now, ok }) => {
            if (!(await mayUse(tx, caller, projectId))) return fail.noProject()
            const files = (await recordFiles(tx, now)).map((asset) => ({ role: 'image', asset }) as const)
            const facts = { kind: 'images', asked: prompt, projectId, model: use.model } as const
            const { media, subject } = await recordMedia(tx, { ...facts, userId, call, files, now })
            const shownImages = files.map(({ asset, role }) => presentFile(parts, workspace, asset, role, now))
            return ok({ ...presentBase(media), images: await Promise.all(shownImages) }, subject)
          }),
        )
      })
    })
  })

const getAiTranscriptionSubtitles = ({ objects }: Pick<MediaParts, 'objects'>) =>
  handle(contract.getAiTranscriptionSubtitles, async ({ read, workspace, caller, params, query, absent, fail, ok }) => {
    const { format = 'vtt' } = query
    const asset = await read(async (tx) => {
      const media = (await findMedia(tx, caller, params.id)) ?? absent()
      // The file with the words has their times as well.
      const words = (await mediaFiles(tx, { ids: [media.id] })).find(({ role }) => role === 'words')
      return words && findAsset(tx, words.assetId)
    })
    const opened = asset && (await openAsset(objects, workspace, asset))
    if (!opened) return fail.noTimes()
    const times = timesIn(await textOf(opened.content))
    if (times.segments.length + times.words.length === 0) return fail.noTimes()
    const content = Readable.from([Buffer.from(subtitlesOf(times, format))])
    const mediaType = format === 'vtt' ? 'text/vtt; charset=utf-8' : 'text/plain; charset=utf-8'
    return ok({ mediaType, fileName: `${params.id}.${format}`, content })
  })

const getAiVideo = (parts: MediaParts) =>
  handle(contract.getAiVideo, async ({ tx, workspace, caller, params, now, absent, ok }) => {
    const video = (await findVideo(tx, caller, params.id)) ?? absent()
    const [presented] = await presentVideos(parts, tx, { workspace, rows: [video], now })
    return ok(presented!)
  })

const listAiMedia = (parts: MediaParts) =>
  handle(contract.listAiMedia, async ({ tx, workspace, caller, query, now, next, ok }) => {
    const { limit = 50, cursor } = query
    const page = await mediaPage(tx, caller, cursorOf(cursor), limit)
    const ids = page.rows.map(({ id }) => id)
    const files = await mediaFiles(tx, { ids })
    const assetIds = files.map(({ assetId }) => assetId)
    const assets = new Map((await assetRows(tx, { ids: assetIds })).map((asset) => [asset.id, asset]))
    const filesOf = ({ id }: MediaRow) =>
      files.flatMap(({ mediaId, assetId, role }) => {
        const asset = assets.get(assetId)
        return mediaId === id && asset ? [presentFile(parts, workspace, asset, role, now)] : []
      })
    next(page.next, page.count)
    return ok(await Promise.all(page.rows.map(async (row) => presentMedia(row, await Promise.all(filesOf(row))))))
  })

const listAiVideos = (parts: MediaParts) =>
  handle(contract.listAiVideos, async ({ tx, workspace, caller, query, now, next, ok }) => {
    const { limit = 50, cursor } = query
    const page = await videoPage(tx, caller, cursorOf(cursor), limit)
    next(page.next, page.count)
    return ok(await presentVideos(parts, tx, { workspace, rows: page.rows, now }))
  })

const reviewAiVideo = (parts: MediaParts) =>
  handle(contract.reviewAiVideo, async ({ tx, workspace, caller, params, body, now, absent, fail, created }) => {
    const { verdict, note = null } = body
    const { id } = (await findVideo(tx, caller, params.id)) ?? absent()
    if (!(await reviewVideo(tx, { id, verdict, note, userId: caller.userId, now }))) return fail.noVideo()
    const video = (await findVideo(tx, caller, id))!
    const [presented] = await presentVideos(parts, tx, { workspace, rows: [video], now })
    return created(presented!, {
      resource: ['ai_video', video.id],
      metadata: { verdict },
      ...(video.projectId !== null && { within: { projectId: video.projectId } }),
    })
  })

const submitAiVideo = (parts: MediaParts) =>
  handleCall(contract.submitAiVideo, async ({ workspace, caller, body, read, commit, fail, invalid }) => {
    const { prompt, seconds = 4, projectId = null } = body
    const { userId } = caller
    const begun = await read(beginMedia(caller, projectId, (tx) => chooseMediaModel(tx, parts, 'video', body.model)))
    const model = readyModel(begun, { fail, invalid }, body.model)
    const ratio = askedRatio(body.aspectRatio)
    const order = await withMediaModel(parts, read, model, async (_provider, gateway) => ({
      ...orderAt(model, gateway, { workspace, userId, projectId, most: { seconds }, body }),
      longestMs: reservedMs,
    }))
    await setCaps(parts, order)
    const ledger = openLedger(parts.database, payerOf(order))
    const call = callOf(order)
    const submitted = commit(async ({ tx, now, accepted }) => {
      if (!(await mayUse(tx, caller, projectId))) return fail.noProject()
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
    return submitted.catch(async (error: unknown) => {
      // `refused` records a refusal by a cap as a call that was not sent, and throws any other error on.
      throw await ledger.refused(call, error)
    })
  })

const synthesizeAiSpeech = (parts: MediaParts) =>
  handleCall(contract.synthesizeAiSpeech, async ({ workspace, caller, body, signal, read, commit, fail, invalid }) => {
    const { text, voice, format, projectId = null } = body
    const { userId } = caller
    const begun = await read(beginMedia(caller, projectId, (tx) => chooseMedia(tx, parts, 'speech', body.model)))
    const model = readyModel(begun, { fail, invalid }, body.model)
    refuseChoices(parts, model, body)
    return withMedia(parts, read, model, async ({ provider: { speak }, ...use }) => {
      if (!speak) return fail.disabled()
      const most = { characters: text.length, seconds: spokenSecondsMost(text) }
      const order = use.order({ workspace, userId, projectId, most, body })
      return withPaidCall(parts, order, async (call) => {
        const sound = await speak({ text, voice, format }, boundedBy(signal, use.callMs))
        const seconds = secondsOf(sound.bytes)
        call.answered({ characters: text.length, seconds })
        return storeFiles(parts, { workspace, userId, files: [sound], signal }, (recordFiles) =>
          commit(async ({ tx, now, created }) => {
            if (!(await mayUse(tx, caller, projectId))) return fail.noProject()
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
  })

interface Choices {
  readonly voice?: string
  readonly format?: string
}

/** A program of the operator makes WAV, and has voices where its command line has a place for them. */
const refuseChoices = (parts: MediaParts, model: ChosenMedia, { voice, format }: Choices): void => {
  if (model !== localModel) return
  if (format === 'mp3') throw new MediaRefusal('capability', 'The program of this server makes `wav` alone.')
  if (voice !== undefined && !parts.localProgram().takesVoice)
    throw new MediaRefusal('capability', 'The program of this server has no choice of voices.')
}

const recordingTerms = {
  accept: ['audio/*', 'video/mp4', 'video/webm', 'application/ogg'],
  maxBytes: mediaMostBytes.sound,
  origin: 'media',
} as const

const transcribeAiAudio = (parts: MediaParts) =>
  handleCall(contract.transcribeAiAudio, async ({ workspace, caller, body, signal, read, commit, fail, invalid }) => {
    const { source, language, projectId = null } = body
    const { userId } = caller
    const begun = await read(beginMedia(caller, projectId, (tx) => chooseMedia(tx, parts, 'transcription', body.model)))
    const model = readyModel(begun, { fail, invalid }, body.model)
    const request = { workspace, source, userId, signal, read }
    return withSource(parts, request, recordingTerms, async (taken) => {
      const sound = await soundOf(parts, workspace, taken)
      return withMedia(parts, read, model, async ({ provider: { transcribe }, ...use }) => {
        if (!transcribe) return fail.disabled()
        const order = use.order({ workspace, userId, projectId, most: { seconds: secondsMost(sound.bytes) }, body })
        return withPaidCall(parts, order, async (call) => {
          const transcript = await transcribe({ sound, language }, boundedBy(signal, use.callMs))
          const seconds = transcript.seconds ?? secondsOf(sound.bytes)
          call.answered({ seconds, usage: transcript.usage })
          const transcriptFiles = [textFile(transcript), wordsFile({ ...transcript, seconds })]
          return storeFiles(parts, { workspace, userId, files: transcriptFiles, signal }, (recordFiles) =>
            commit(async ({ tx, now, created }) => {
              if (!(await mayUse(tx, caller, projectId))) return fail.noProject()
              const [text, words] = await recordFiles(tx, now)
              const recording = await taken.record(tx, now)
              const files = [
                { role: 'source', asset: recording },
                { role: 'text', asset: text! },
                { role: 'words', asset: words! },
              ] as const
              const fileName = recording.fileName ?? undefined
              const facts = { kind: 'transcription', asked: fileName, projectId, model: use.model, seconds } as const
              const { language: spoken, words: timedWords } = transcript
              const made = { ...facts, language: spoken, wordCount: timedWords.length }
              const { media, subject } = await recordMedia(tx, { ...made, userId, call, files, now })
              const hasTimes = transcript.words.length + transcript.segments.length > 0
              const shownParts = { workspace, text: text!, words: words!, hasTimes, now }
              return created(await presentTranscription(parts, media, shownParts), subject)
            }),
          )
        })
      })
    })
  })

const soundOf = async ({ objects }: MediaParts, workspace: string, taken: TakenSource) => {
  const bytes = await bytesOf(objects, workspace, taken)
  const mediaType = soundTypeOf(bytes)
  if (!mediaType) throw notReadable('WAV, MP3, FLAC, Ogg, MP4 or WebM', bytes)
  return { bytes, mediaType }
}

export default (parts: MediaParts) => ({
  listAiMedia: listAiMedia(parts),
  generateAiImages: generateAiImages(parts),
  analyzeAiMedia: analyzeAiMedia(parts),
  synthesizeAiSpeech: synthesizeAiSpeech(parts),
  transcribeAiAudio: transcribeAiAudio(parts),
  getAiTranscriptionSubtitles: getAiTranscriptionSubtitles(parts),
  submitAiVideo: submitAiVideo(parts),
  listAiVideos: listAiVideos(parts),
  getAiVideo: getAiVideo(parts),
  reviewAiVideo: reviewAiVideo(parts),
})
