import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** A shell block of a page, and the block right below it that shows its output. */
export interface Example {
  readonly line: number
  readonly script: string
  readonly shown: { readonly kind: 'json' | 'text'; readonly content: string } | undefined
}

export interface ExampleOutput {
  readonly example: Example
  /** The block's standard output, without the line ends around it. */
  readonly printed: string
}

const fence = /^(`{3,})([a-z]*)\n([^]*?)^\1$/gm

/** The `sh` blocks of a page, in order; a `json` or `text` block with nothing in between is what one prints. */
export const examplesIn = (page: string): Example[] => {
  const blocks = [...page.matchAll(fence)].map(({ 0: whole, 2: kind, 3: content, index }) => ({
    kind: kind!,
    content: content!,
    start: index,
    end: index + whole.length,
  }))
  return blocks.flatMap(({ kind, content, start, end }, at) => {
    if (kind !== 'sh') return []
    const next = blocks[at + 1]
    const isShown = next && /^(json|text)$/.test(next.kind) && page.slice(end, next.start).trim() === ''
    const shown = isShown ? { kind: next.kind as 'json' | 'text', content: next.content } : undefined
    return [{ line: page.slice(0, start).split('\n').length, script: content, shown }]
  })
}

interface PagePosition {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

const mark = '── example'

/**
 * Runs the blocks of a page in a shell, like a reader who copies them one after another. A command that ends with
 * anything but 0 outside of a condition ends it, and throws with the block's line and its output.
 */
export const runExamples = async (examples: readonly Example[], place: PagePosition): Promise<ExampleOutput[]> => {
  const parts = examples.map(({ script }) => `${script}\nprintf '\\n%s\\n' '${mark}'\n`)
  const shell = spawn('sh', ['-euc', parts.join('')], {
    cwd: place.folder,
    env: place.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: place.signal,
  })
  const [printed, complaints, [status]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'close') as Promise<[number | null]>,
  ])
  const outputs = printed.split(`\n${mark}\n`)
  if (status !== 0) {
    const { line } = examples[outputs.length - 1]!
    throw new Error(`The block at line ${line} ended with ${status}. It printed: ${outputs.at(-1)}${complaints}`)
  }
  return examples.map((example, at) => ({ example, printed: outputs[at]!.trim() }))
}
