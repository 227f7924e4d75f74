import type { Sandboxes } from './sandbox.ts'
import { readingLimits } from './read-document.ts'

const pictureMostBytes = 16 * 2 ** 20
const drawMs = 60_000
const fileInside = '/document.pdf'

/** Draws a page of a PDF as a PNG of at most 1,600 dots by `pdftoppm`, without network; undefined if it cannot. */
export const drawPage = async (
  sandboxes: Sandboxes,
  { id, path, number, signal }: { id: string; path: string; number: number; signal: AbortSignal },
): Promise<Buffer | undefined> => {
  const sandbox = await sandboxes.open({
    id: `draw-${id}`,
    readonly: [{ from: path, to: fileInside }],
    limits: { ...readingLimits, wallMs: drawMs, cpuSeconds: drawMs / 1_000, outputBytes: pictureMostBytes },
  })
  const chunks: Buffer[] = []
  try {
    const page = String(number)
    const outcome = await sandbox.run({
      argv: ['pdftoppm', '-png', '-scale-to', '1600', '-f', page, '-l', page, '-singlefile', sandbox.path(fileInside)],
      onOutput: (stream, chunk) => {
        if (stream === 'stdout') chunks.push(chunk)
      },
      signal,
    })
    signal.throwIfAborted()
    return outcome.exitCode === 0 && chunks.length > 0 ? Buffer.concat(chunks) : undefined
  } finally {
    await sandbox.close()
  }
}
