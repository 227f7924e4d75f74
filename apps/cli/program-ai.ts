import type { Command } from 'commander'
import type { AskModelOptions } from './commands/ai-ask.ts'
import type { SubmitOptions } from './commands/ai-batches.ts'
import type { ParseOptions } from './commands/ai-documents.ts'
import type {
  AnalyzeOptions,
  ImageOptions,
  SpeakOptions,
  TranscribeOptions,
  VideoOptions,
} from './commands/ai-media.ts'
import type { UsageOptions } from './commands/ai-usage.ts'
import type { Session } from './session.ts'

/** The commands of the AI capabilities. */
export const addAi = (program: Command, session: Session): void => {
  const ai = program.command('ai').description('documents as text, media, batches of requests, models')
  ai.command('parse')
    .description('read a document as Markdown, page by page')
    .argument('<file or address>', 'a file, or an address that begins with https://')
    .option('--engine <engine>', 'text, ocr or native; text by default')
    .option('--project <name or id>', 'the project that it is material of')
    .option('--critical', 'a person has to accept each page')
    .option('--scanned', 'its pages are pictures')
    .option('--visual', 'describe pictures and charts too; with the engine native')
    .action(async (source: string, options: ParseOptions) =>
      (await import('./commands/ai-documents.ts')).parseDocument(session, source, options),
    )
  ai.command('documents')
    .description('parsed documents, newest first')
    .action(async () => (await import('./commands/ai-documents.ts')).listDocuments(session))
  ai.command('ask')
    .description('ask a model one question')
    .argument('<question>', 'what to ask')
    .option('--model <model>', 'a model of `ai models`; the default model of the workspace without it')
    .option('--system <text>', 'instructions for the model')
    .action(async (question: string, options: AskModelOptions) =>
      (await import('./commands/ai-ask.ts')).askModel(session, question, options),
    )
  ai.command('usage')
    .description('what was used of models: calls, tokens and dollars')
    .option('--from <month>', 'the first month, such as 2026-03')
    .option('--to <month>', 'the last month; this one without it')
    .option('--by <what>', 'project, person or model', 'project')
    .option('--csv <file>', 'save each call as a row')
    .action(async (options: UsageOptions) => (await import('./commands/ai-usage.ts')).modelUsage(session, options))
  ai.command('models')
    .description('models that can be called, with their prices')
    .action(async () => (await import('./commands/ai-batches.ts')).listModels(session))
  addMedia(ai, session)
  addBatches(ai.command('batch').description('many model requests as one'), session)
}

const addMedia = (ai: Command, session: Session) => {
  const media = () => import('./commands/ai-media.ts')
  const model = ['--model <model>', 'a name of the table of models'] as const
  const project = ['--project <name or id>', 'the project whose budget pays'] as const
  ai.command('image')
    .description('make images from a text')
    .argument('<prompt>', 'what the images show')
    .option('--count <number>', 'how many, up to 10')
    .option('--ratio <ratio>', 'width and height such as 16:9, or square, landscape or portrait')
    .option(...model)
    .option(...project)
    .option('--save <folder>', 'save the images there')
    .action(async (prompt: string, options: ImageOptions) => (await media()).makeImages(session, prompt, options))
  ai.command('speak')
    .description('speak a text')
    .argument('<text>', 'what is spoken')
    .option('--voice <voice>', 'a voice of the model')
    .option('--format <format>', 'mp3 or wav')
    .option(...model)
    .option(...project)
    .option('--save <file>', 'save the sound there')
    .action(async (spoken: string, options: SpeakOptions) => (await media()).speakText(session, spoken, options))
  ai.command('transcribe')
    .description('write down what is said')
    .argument('<file or address>', 'a file, or an address that begins with https://')
    .option('--language <language>', 'the language that is spoken, such as en')
    .option('--subtitles <format>', 'print subtitles: vtt or srt')
    .option(...model)
    .option(...project)
    .action(async (source: string, options: TranscribeOptions) =>
      (await media()).transcribeSound(session, source, options),
    )
  ai.command('video')
    .description('submit a video to be made')
    .argument('<prompt>', 'what the video shows')
    .option('--seconds <seconds>', '4, 8 or 12')
    .option('--ratio <ratio>', 'width and height such as 16:9, or landscape or portrait')
    .option(...model)
    .option(...project)
    .option('--wait', 'show progress until it is there')
    .option('--save <file>', 'wait, and save the video there')
    .action(async (prompt: string, options: VideoOptions) => (await media()).makeVideo(session, prompt, options))
  ai.command('analyze')
    .description('answer a question about an image or a video')
    .argument('<file or address>', 'a file, or an address that begins with https://')
    .argument('<question>', 'what to find out')
    .option('--video', 'it is a video')
    .option(...project)
    .action(async (source: string, question: string, options: AnalyzeOptions) =>
      (await media()).analyzeMedia(session, source, question, options),
    )
}

const addBatches = (batch: Command, session: Session) => {
  batch
    .command('submit')
    .description('submit the items of a file, one JSON a line')
    .argument('<file>', 'each line has a customId and a body')
    .option('--model <model>', 'a name of the table of models, auto or pareto-code', 'auto')
    .option('--kind <kind>', 'backfill, classification, enrichment, transcription, variation or evaluation', 'backfill')
    .option('--endpoint <endpoint>', 'the form of the items', '/v1/chat/completions')
    .option('--key <key>', 'the same key is the same batch; made from the file by default')
    .option('--max-cost <dollars>', 'the most that it may cost')
    .option('--route <route>', 'any, provider or queue')
    .option('--project <name or id>', 'the project whose budget pays')
    .option('--dry-run', 'only estimate the cost')
    .option('--wait', 'show progress until it has ended')
    .action(async (file: string, options: SubmitOptions) =>
      (await import('./commands/ai-batches.ts')).submitBatch(session, file, options),
    )
  batch
    .command('status')
    .description('batches, or the items of one with the addresses of their results')
    .argument('[batch]', 'its id, or its beginning or end')
    .option('--results <folder>', 'save the results there')
    .action(async (id: string | undefined, options: { readonly results?: string }) =>
      (await import('./commands/ai-batches.ts')).batchStatus(session, id, options),
    )
}
