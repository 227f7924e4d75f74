import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../../../platform/threads/index.ts'
import type { PageFacts } from './page.ts'
import type { StyleFacts } from './styles.ts'

export type ReadTask = { readonly html: string } | { readonly sheets: readonly string[] }

export interface Reader {
  page(html: string): Promise<PageFacts>
  styles(sheets: readonly string[]): Promise<StyleFacts>
}

/** A page kept its reader busy for longer than any real one does, or filled its memory. */
export class UnreadableError extends Error {}

const readingMs = 5_000

/**
 * Gives `work` a thread of its own that reads markup and style sheets, so that a page which was made to take long takes
 * nothing from others. It is ended afterwards, and with it whatever it is busy with after five seconds.
 */
export const withReader = async <T>(work: (reader: Reader) => Promise<T>, timeoutMs = readingMs): Promise<T> => {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
    env: threadEnvironment(),
    stdout: false,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.on('error', () => undefined)
  const ask = async (reading: ReadTask): Promise<unknown> => {
    worker.postMessage(reading)
    try {
      const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as unknown[]
      return answer
    } catch (error) {
      throw new UnreadableError('The page could not be read', { cause: error })
    }
  }
  try {
    return await work({
      page: (html) => ask({ html }) as Promise<PageFacts>,
      styles: (sheets) => ask({ sheets }) as Promise<StyleFacts>,
    })
  } finally {
    await worker.terminate()
  }
}
