import { Type } from 'typebox'
import { bytes, conflict, contract, operation, resourceWithoutClients, to } from '../../../platform/contract/index.ts'
import {
  clamped,
  exampleText,
  Id,
  lineText,
  maybe,
  namedObject,
  oneOf,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { AiSource } from '../assets/contract/source.ts'
import { aiErrors, assetsFull } from '../assets/contract/refusals.ts'
import { fileRoles, mediaKinds, speechFormats, subtitleFormats } from './rules.ts'
import { shownStatuses, verdicts, videoSeconds } from './rules/videos.ts'

/** Refusals of operations that make media. */
const makingErrors = { ...aiErrors, full: assetsFull } as const

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    ai_media: 'workspace'
    ai_video: 'workspace'
  }
}

export const projectId = Type.Optional(
  text(1, 100, {
    description: 'The project whose budget pays, beside that of the workspace.',
    examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
  }),
)
const modelOf = (example: string) =>
  Type.Optional(
    lineText(150, {
      examples: [example],
      description: 'A name of the table of models; the first that can be called here without it.',
    }),
  )
export const aspectRatio = Type.Optional(
  text(1, 32, {
    examples: ['16:9'],
    description:
      'Width and height such as `16:9`, or `square`, `landscape` or `portrait`. The nearest size that the model makes is taken.',
  }),
)

export const AiMediaFile = namedObject('AiMediaFile', {
  key: Type.String({ ...Id, description: 'Names the file in operations of the AI capabilities.' }),
  role: oneOf(fileRoles, { description: 'The role of the file.' }),
  url: exampleText(
    'Serves the file. Where the deployment cannot sign URLs, it needs a key.',
    'https://atelier.example.com/v1/api/ai/assets/019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11?download=1',
  ),
  mediaType: exampleText('Its media type, by its own bytes.', 'image/png'),
  sizeBytes: Type.Integer({ minimum: 0, description: 'How large it is.' }),
})

export const costUsd = maybe(
  Type.Number({
    minimum: 0,
    description: 'The cost in US dollars; null if the price of the model is not known.',
    examples: [0.04],
  }),
)
const base = {
  id: Id,
  projectId: maybe(Type.String({ ...Id, description: 'The project whose budget paid; null for none.' })),
  model: exampleText(
    'The model that was called, as the list of models has it; `local` for a program of the operator.',
    'acme/gpt-image-1',
  ),
  costUsd,
  createdAt: Time,
}

const GenerateImages = namedObject('GenerateImages', {
  prompt: text(1, 4_000, {
    description: 'The content of the images.',
    examples: ['A shop with a red awning, flat colours'],
  }),
  n: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'How many images; 1 without it.' })),
  aspectRatio,
  model: modelOf('gpt-image-1'),
  projectId,
})
const AiImages = namedObject('AiImages', {
  ...base,
  images: Type.Array(AiMediaFile, { description: 'The images, never their bytes.' }),
})

export const AnalyzeMedia = namedObject('AnalyzeMedia', {
  kind: oneOf(['image', 'video'], {
    description: 'The kind of the source. Of a video, pictures from its whole length are shown.',
  }),
  question: text(1, 4_000, { description: 'What to find out.', examples: ['What is on the counter?'] }),
  source: AiSource,
  projectId,
})
const tokens = (description: string) => maybe(Type.Integer({ minimum: 0, description, examples: [1_200] }))
const AiTextResult = namedObject('AiTextResult', {
  ...base,
  answer: exampleText('The model’s answer.', 'A till, and two cups.'),
  inputTokens: tokens('Input tokens; null if they are not known.'),
  outputTokens: tokens('Output tokens; null if they are not known.'),
})

const durationSeconds = maybe(
  Type.Number({ minimum: 0, description: 'The length of the sound; null if it is not known.', examples: [12.5] }),
)
const SynthesizeSpeech = namedObject('SynthesizeSpeech', {
  text: text(1, 4_096, { description: 'The text to speak.', examples: ['Welcome to our shop.'] }),
  voice: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}$',
      description: 'A voice of the model, as its maker calls it; the first of it without a name.',
      examples: ['alloy'],
    }),
  ),
  format: Type.Optional(
    oneOf(speechFormats, {
      description: 'The format of the sound: `mp3` without it, and `wav` of a program of the operator.',
    }),
  ),
  model: modelOf('tts-1'),
  projectId,
})
export const AiSpeech = namedObject('AiSpeech', { ...base, durationSeconds, sound: AiMediaFile })

export const TranscribeAudio = namedObject('TranscribeAudio', {
  source: AiSource,
  language: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2,3}$',
      description: 'The language that is spoken, by ISO 639; found out without it.',
      examples: ['en'],
    }),
  ),
  model: modelOf('whisper-1'),
  projectId,
})
const subtitlesUrl = (format: string) =>
  maybe(
    Type.String({
      description: `Serves it as ${format}, made on demand; null without times.`,
      examples: [
        'https://atelier.example.com/v1/api/ai/media/transcriptions/019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11/subtitles?format=vtt',
      ],
    }),
  )
export const AiTranscription = namedObject('AiTranscription', {
  ...base,
  language: maybe(exampleText('The language, in the words of the model.', 'english')),
  durationSeconds,
  wordCount: Type.Integer({ minimum: 0, description: 'Words that have times.', examples: [1_204] }),
  text: AiMediaFile,
  words: AiMediaFile,
  vttUrl: subtitlesUrl('WebVTT'),
  srtUrl: subtitlesUrl('SubRip'),
})

export const AiMedia = namedObject('AiMedia', {
  ...base,
  kind: oneOf(mediaKinds, { description: 'The result of the call.' }),
  title: maybe(
    exampleText(
      'How the text begins that it was asked with; null for none, and after its author was erased.',
      'A shop with a red awning',
    ),
  ),
  durationSeconds,
  createdBy: Type.String({ ...Id, description: 'The person who asked for it.' }),
  files: Type.Array(AiMediaFile, { description: 'Its files; those whose time is over are left out.' }),
})

const verdict = oneOf(verdicts, { description: 'Whether the video may be used.' })
const note = (description: string) => text(1, 2_000, { description, examples: ['The awning is the right red.'] })

const SubmitVideo = namedObject('SubmitVideo', {
  prompt: text(1, 4_000, { description: 'The content of the video.', examples: ['A shop door opens, morning light'] }),
  seconds: Type.Optional(
    Type.Unsafe<(typeof videoSeconds)[number]>({
      type: 'integer',
      enum: [...videoSeconds],
      description: 'How long it is; 4 without it.',
      examples: [4],
    }),
  ),
  aspectRatio,
  model: modelOf('sora-2'),
  projectId,
})

const videoFields = {
  ...base,
  title: maybe(exampleText('How its prompt begins; null after its author was erased.', 'A shop door opens')),
  status: oneOf(shownStatuses, {
    description:
      '`queued` waits, `generating` is made by the provider. A video is `review_required` until a person decides on it.',
  }),
  seconds: Type.Integer({ minimum: 1, description: 'How long it is.', examples: [4] }),
  percent: maybe(
    Type.Integer({ minimum: 0, maximum: 100, description: 'How much is made; null before that is known.' }),
  ),
  reservedUsd: Type.Number({ minimum: 0, description: 'The most that it can cost, held back until it ends.' }),
  failure: maybe(Type.String({ examples: [null], description: 'Why it failed, for programs; null if it did not.' })),
  videoKey: maybe(Type.String({ ...Id, description: 'The key of its file; null while there is no file.' })),
  verdict: maybe(oneOf(verdicts, { description: 'A person’s verdict; null before.' })),
  reviewNote: maybe(Type.String({ description: 'The person’s note; null without a note.', examples: [null] })),
  reviewedAt: maybe(Time),
  createdBy: Type.String({ ...Id, description: 'The person who submitted it.' }),
  endedAt: maybe(Time),
}
export const AiVideo = namedObject('AiVideo', {
  ...videoFields,
  videoUrl: maybe(
    exampleText(
      'The path of the video; null while there is no video.',
      'https://atelier.example.com/v1/api/ai/assets/019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11?download=1',
    ),
  ),
})

export const listAiMedia = operation({
  method: 'GET',
  path: '/v1/api/ai/media',
  summary: 'List media that were made or understood, newest first, with what each cost',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({ limit: clamped(1, 200, 50), cursor: Type.Optional(Type.String({ maxLength: 200 })) }),
  replies: { 200: Type.Array(AiMedia) },
  audit: { refusals: 'ai_media.list' },
  reads: { ai_media: 'all' },
})

export const generateAiImages = operation({
  method: 'POST',
  path: '/v1/api/ai/media/images',
  summary: 'Make images from a text. The answer has their addresses',
  reach: 'call',
  access: to('agency'),
  body: GenerateImages,
  effect: 'outside',
  replies: { 200: AiImages },
  errors: makingErrors,
  audit: { action: 'ai_media.generate_images', category: 'create', event: 'ai_media.created' },
})

export const analyzeAiMedia = operation({
  method: 'POST',
  path: '/v1/api/ai/media/analyze',
  summary: 'Answer a question about an image or a video',
  reach: 'call',
  access: to('agency'),
  body: AnalyzeMedia,
  effect: 'outside',
  replies: { 200: AiTextResult },
  errors: aiErrors,
  audit: { action: 'ai_media.analyze', category: 'create', event: 'ai_media.created' },
})

export const synthesizeAiSpeech = operation({
  method: 'POST',
  path: '/v1/api/ai/media/speech',
  summary: 'Speak a text. The answer has the address of the sound',
  reach: 'call',
  access: to('agency'),
  body: SynthesizeSpeech,
  effect: 'outside',
  replies: { 201: AiSpeech },
  errors: makingErrors,
  audit: { action: 'ai_media.synthesize_speech', category: 'create', event: 'ai_media.created' },
})

export const transcribeAiAudio = operation({
  method: 'POST',
  path: '/v1/api/ai/media/transcriptions',
  summary: 'Transcribe sound, with the times of words if the model has them',
  reach: 'call',
  access: to('agency'),
  body: TranscribeAudio,
  effect: 'outside',
  replies: { 201: AiTranscription },
  errors: makingErrors,
  audit: { action: 'ai_media.transcribe', category: 'create', event: 'ai_media.created' },
})

export const getAiTranscriptionSubtitles = operation({
  method: 'GET',
  path: '/v1/api/ai/media/transcriptions/{id}/subtitles',
  summary: 'Get a transcription as WebVTT or SubRip',
  reach: 'transfer',
  access: to('agency', resourceWithoutClients('ai_media', 'params.id')),
  query: Type.Object({
    format: Type.Optional(oneOf(subtitleFormats, { description: 'WebVTT, as without it, or SubRip.' })),
  }),
  effect: 'outside',
  replies: {
    200: bytes('text/*', {
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    }),
  },
  errors: {
    noTimes: {
      status: 404,
      code: 'ai_transcription_without_times',
      message: 'There are no subtitles of this: it is no transcription, has no times, or its files were removed.',
    },
  },
  audit: { refusals: 'ai_media.get_subtitles' },
})

export const submitAiVideo = operation({
  method: 'POST',
  path: '/v1/api/ai/media/video',
  summary: 'Submit a video to be made. The job continues without the request',
  reach: 'call',
  access: to('agency'),
  body: SubmitVideo,
  effect: 'outside',
  replies: { 202: AiVideo },
  errors: makingErrors,
  audit: { action: 'ai_video.submit', category: 'create', event: 'ai_video.submitted' },
})

export const listAiVideos = operation({
  method: 'GET',
  path: '/v1/api/ai/media/video',
  summary: 'List video jobs, newest first',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({ limit: clamped(1, 200, 50), cursor: Type.Optional(Type.String({ maxLength: 200 })) }),
  replies: { 200: Type.Array(AiVideo) },
  audit: { refusals: 'ai_video.list' },
  reads: { ai_video: 'all' },
})

const accessToVideo = to('agency', resourceWithoutClients('ai_video', 'params.id'))

export const getAiVideo = operation({
  method: 'GET',
  path: '/v1/api/ai/media/video/{id}',
  summary: 'Read a video job: its progress, and the path of the video',
  reach: 'call',
  access: accessToVideo,
  replies: { 200: AiVideo },
  audit: { refusals: 'ai_video.get' },
  reads: { ai_video: 'all' },
})

export const reviewAiVideo = operation({
  method: 'POST',
  path: '/v1/api/ai/media/video/{id}/review',
  summary: 'Record whether a video may be used',
  reach: { page: '/models?view=media' },
  access: accessToVideo,
  body: namedObject('ReviewVideo', { verdict, note: Type.Optional(note('Why, for those who work with it.')) }),
  replies: { 201: AiVideo },
  errors: {
    noVideo: conflict({
      code: 'ai_video_not_reviewable',
      message: 'Only a video that was made is reviewed. This one is not finished, or has failed.',
    }),
  },
  audit: { action: 'ai_video.review', category: 'update', event: 'ai_video.reviewed' },
})

export const media = contract({
  listAiMedia,
  generateAiImages,
  analyzeAiMedia,
  synthesizeAiSpeech,
  transcribeAiAudio,
  getAiTranscriptionSubtitles,
  submitAiVideo,
  listAiVideos,
  getAiVideo,
  reviewAiVideo,
})
