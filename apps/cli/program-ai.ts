import type { Command } from 'commander'
import type { SubmitOptions } from './commands/ai-batches.ts'
import type { ParseOptions } from './commands/ai-documents.ts'
import type { Session } from './session.ts'

/** The commands of the AI capabilities. */
export const addAi = (program: Command, session: Session): void => {
  const ai = program.command('ai').description('documents as text, batches of requests, models')
  ai.command('parse')
    .description('read a document as Markdown, page by page')
    .argument('<file or address>', 'a file, or an address that begins with https://')
    .option('--engine <engine>', 'text, ocr or native; text by default')
    .option('--project <name or id>', 'the project that it is material of')
    .option('--critical', 'a person has to accept each page')
    .option('--scanned', 'its pages are pictures')
    .action(async (source: string, options: ParseOptions) =>
      (await import('./commands/ai-documents.ts')).parseDocument(session, source, options),
    )
  ai.command('documents')
    .description('parsed documents, newest first')
    .action(async () => (await import('./commands/ai-documents.ts')).listDocuments(session))
  ai.command('models')
    .description('models that can be called, with their prices')
    .action(async () => (await import('./commands/ai-batches.ts')).listModels(session))
  addBatches(ai.command('batch').description('many model requests as one'), session)
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
