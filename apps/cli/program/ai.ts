import type { Command } from 'commander'
import { addCommands, commandsIn } from './command-table.ts'
import { shortId } from '../ids.ts'
import { operationsOf } from './operation-command.ts'
import type { Session } from '../session.ts'
import { columns, counted } from '../terminal/text.ts'

const fromAiDocuments = commandsIn(() => import('../commands/ai/documents.ts'))
const fromAiAsk = commandsIn(() => import('../commands/ai/ask.ts'))
const fromAiUsage = commandsIn(() => import('../commands/ai/usage.ts'))
const fromMedia = commandsIn(() => import('../commands/ai/media.ts'))
const fromAiBatches = commandsIn(() => import('../commands/ai/batches.ts'))
const documents = operationsOf(async () => (await import('../../../domains/agents/parsing/contract.ts')).documents)

/** The commands of the AI capabilities. */
export const addAi = (program: Command, session: Session): void => {
  const ai = program.command('ai').description('documents as text, media, batches of requests, models')
  addCommands(ai, session, [
    [
      'parse',
      'read a document as Markdown, page by page',
      fromAiDocuments('parseDocument'),
      ['<file or address>', 'a file, or an address that begins with https://'],
      ['--engine <engine>', 'text, ocr or native; text by default'],
      ['--project <name or id>', 'the project that it belongs to'],
      ['--critical', 'a person has to accept each page'],
      ['--scanned', 'its pages are pictures'],
      ['--visual', 'describe pictures and charts too; with the engine native'],
    ],
    [
      'documents',
      'parsed documents, newest first',
      documents('listAiDocuments', {
        input: () => ({ query: { limit: 200 } }),
        each: ({ id, status, engine, pagesTotal, title }) =>
          columns([shortId(id), status, engine, pagesTotal === null ? '-' : counted(pagesTotal, 'page'), title]),
      }),
    ],
    [
      'ask',
      'ask a model one question',
      fromAiAsk('askModel'),
      ['<question>', 'the question'],
      ['--model <model>', 'a model of `ai models`; the default model of the workspace without it'],
      ['--system <text>', 'instructions for the model'],
    ],
    [
      'usage',
      'the use of models: calls, tokens and dollars',
      fromAiUsage('modelUsage'),
      ['--from <month>', 'the first month, such as 2026-03'],
      ['--to <month>', 'the last month; this one without it'],
      ['--by <what>', 'project, person or model', 'project'],
      ['--csv <file>', 'save each call as a row'],
    ],
    ['models', 'models that can be called, with their prices', fromAiBatches('listModels')],
  ])
  addMedia(ai, session)
  addBatches(ai.command('batch').description('many model requests as one'), session)
}

const addMedia = (ai: Command, session: Session) => {
  const model = ['--model <model>', 'a name of the table of models'] as const
  const project = ['--project <name or id>', 'the project whose budget pays'] as const
  addCommands(ai, session, [
    [
      'image',
      'make images from a text',
      fromMedia('makeImages'),
      ['<prompt>', 'a description of the images'],
      ['--count <number>', 'how many, up to 10'],
      ['--ratio <ratio>', 'width and height such as 16:9, or square, landscape or portrait'],
      model,
      project,
      ['--save <folder>', 'save the images there'],
    ],
    [
      'speak',
      'turn a text into speech',
      fromMedia('speakText'),
      ['<text>', 'the text to speak'],
      ['--voice <voice>', 'a voice of the model'],
      ['--format <format>', 'mp3 or wav'],
      model,
      project,
      ['--save <file>', 'save the sound there'],
    ],
    [
      'transcribe',
      'transcribe speech',
      fromMedia('transcribeSound'),
      ['<file or address>', 'a file, or an address that begins with https://'],
      ['--language <language>', 'the language that is spoken, such as en'],
      ['--subtitles <format>', 'print subtitles: vtt or srt'],
      model,
      project,
    ],
    [
      'video',
      'submit a video to be made',
      fromMedia('makeVideo'),
      ['<prompt>', 'a description of the video'],
      ['--seconds <seconds>', '4, 8 or 12'],
      ['--ratio <ratio>', 'width and height such as 16:9, or landscape or portrait'],
      model,
      project,
      ['--wait', 'show progress until it is made'],
      ['--save <file>', 'wait, and save the video there'],
    ],
    [
      'analyze',
      'answer a question about an image or a video',
      fromMedia('analyzeMedia'),
      ['<file or address>', 'a file, or an address that begins with https://'],
      ['<question>', 'the question'],
      ['--video', 'it is a video'],
      project,
    ],
  ])
}

const addBatches = (batch: Command, session: Session) => {
  addCommands(batch, session, [
    [
      'submit',
      'submit the items of a file, one JSON a line',
      fromAiBatches('submitBatch'),
      ['<file>', 'each line has a customId and a body'],
      ['--model <model>', 'a name of the table of models, auto or pareto-code', 'auto'],
      ['--kind <kind>', 'backfill, classification, enrichment, transcription, variation or evaluation', 'backfill'],
      ['--endpoint <endpoint>', 'the form of the items', '/v1/chat/completions'],
      ['--key <key>', 'the same key is the same batch; made from the file by default'],
      ['--max-cost <dollars>', 'the most that it may cost'],
      ['--route <route>', 'any, provider or queue'],
      ['--project <name or id>', 'the project whose budget pays'],
      ['--dry-run', 'only estimate the cost'],
      ['--wait', 'show progress until it has ended'],
    ],
    [
      'status',
      'batches, or the items of one with the addresses of their results',
      fromAiBatches('batchStatus'),
      ['[batch]', 'its id, or its beginning or end'],
      ['--results <folder>', 'save the results there'],
    ],
  ])
}
