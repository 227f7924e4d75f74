import type { Command } from 'commander'
import type { ParseOptions } from './commands/ai-documents.ts'
import type { Session } from './session.ts'

/** The commands of the AI capabilities. */
export const addAi = (program: Command, session: Session): void => {
  const ai = program.command('ai').description('documents as text')
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
}
