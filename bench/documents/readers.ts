import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readDocument, type ReadPage } from '../../packages/document-readers/index.ts'
import type { SandboxDriver } from '../../execution/sandbox/index.ts'
import type { GoldenDocument } from './golden-set.ts'

const run = promisify(execFile)
// One thread, as for Atelier, and the time that Atelier gives a page.
const options = { maxBuffer: 64 * 2 ** 20, timeout: 120_000, env: { ...process.env, OMP_THREAD_LIMIT: '1' } }

export interface FileToRead {
  readonly document: GoldenDocument
  readonly path: string
}

/** A reader's output; undefined for a format that it does not read. */
export interface Reading {
  readonly output: string
  readonly engine: string
}

/**
 * Atelier: the engine `text`, and `ocr` with the languages that are installed where `text` says that a page needs it, as a
 * person does who follows the state of the page.
 */
export const readByAtelier = async (
  sandboxes: SandboxDriver,
  languages: string,
  file: FileToRead,
): Promise<Reading> => {
  const read = async (engine: 'text' | 'ocr') => {
    const pages: ReadPage[] = []
    const refusal = await readDocument(sandboxes, {
      id: `golden-${engine}`,
      path: file.path,
      format: file.document.format,
      engine,
      languages,
      from: 1,
      onPages: async () => undefined,
      onPage: async (page) => void pages.push(page),
      signal: new AbortController().signal,
    })
    if (refusal !== undefined) throw new Error(`${file.document.name} is refused: ${refusal}`)
    return pages
  }
  const stored = await read('text')
  const isScan = stored.some(({ state }) => state === 'needs_ocr')
  const pages = isScan ? await read('ocr') : stored
  return { output: pages.map(({ markdown }) => markdown).join('\n\n'), engine: isScan ? 'ocr' : 'text' }
}

/** `pdftotext -layout`, which reads only PDF. */
export const readByPdftotext = async ({ document, path }: FileToRead): Promise<Reading | undefined> => {
  if (document.format !== 'pdf') return undefined
  const { stdout } = await run('pdftotext', ['-layout', path, '-'], options)
  return { output: stdout, engine: 'pdftotext' }
}

/** `tesseract` with the language of the document, over pages at 300 dpi or over the picture as it is. */
export const readByTesseract = async ({ document, path }: FileToRead): Promise<Reading | undefined> => {
  if (document.format !== 'pdf' && document.format !== 'image') return undefined
  let picture = path
  if (document.format === 'pdf') {
    await run('pdftoppm', ['-png', '-r', '300', '-singlefile', path, `${path}-page`])
    picture = `${path}-page.png`
  }
  const args = [picture, 'stdout', '-l', document.ocr]
  // A page on which the time is up has no text.
  const { stdout } = await run('tesseract', args, options).catch((error: { killed?: boolean }) => {
    if (error.killed !== true) throw error
    return { stdout: '' }
  })
  return { output: stdout, engine: 'tesseract' }
}

/** Writes a document into a folder. */
export const writeDocument = async (folder: string, document: GoldenDocument, content: Buffer): Promise<FileToRead> => {
  const path = join(folder, `${document.group} ${document.name}`.replaceAll(/[^\p{L}\d]+/gu, '-'))
  await writeFile(path, content)
  return { document, path }
}

/** Languages that a font of this machine has letters for. */
export const hasFontFor = async (language: string): Promise<boolean> => {
  const code = language.toLowerCase() === 'zh-hans' ? 'zh-cn' : language
  const { stdout } = await run('fc-list', [`:lang=${code}`, 'family'])
  return stdout.trim() !== ''
}
