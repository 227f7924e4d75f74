import { styleText } from 'node:util'
import { ageText } from './age.ts'

type Style = Parameters<typeof styleText>[0]

export interface Streams {
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

/** Where a command speaks: results on standard output, everything else on standard error. */
export interface Output {
  readonly json: boolean
  /** A person is looking at standard error. */
  readonly live: boolean
  readonly stderr: NodeJS.WriteStream
  /** A message, on standard error. */
  say(line: string): void
  /** A result for people, on standard output; nothing under --json. */
  print(text: string): void
  /** A result for scripts: one line of JSON on standard output; nothing without --json. */
  document(value: unknown): void
  /** How long ago something was for a person at a terminal, `24 min ago`; the date and time anywhere else. */
  ago(at: string): string
  /** As `ago`, for how long something lasts: `for 24 min`, or `since` the date and time. */
  since(at: string): string
  /** Coloured where standard output is a terminal that shows colours. */
  paint(style: Style, text: string): string
  /** As `paint`, for messages. */
  paintMessage(style: Style, text: string): string
}

export const openOutput = ({ stdout, stderr }: Streams, json: boolean): Output => {
  // A reader that has gone, such as `head`, is no reason to leave a change half-delivered or a folder behind.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return {
    json,
    live: stderr.isTTY && process.env.TERM !== 'dumb',
    stderr,
    say: (line) => void stderr.write(`${line}\n`),
    print: (text) => {
      if (!json) stdout.write(text.endsWith('\n') ? text : `${text}\n`)
    },
    document: (value) => {
      if (json) stdout.write(`${JSON.stringify(value)}\n`)
    },
    ago: (at) => (stdout.isTTY ? `${ageText(Date.now() - Date.parse(at))} ago` : at.slice(0, 16)),
    since: (at) => (stdout.isTTY ? `for ${ageText(Date.now() - Date.parse(at))}` : `since ${at.slice(0, 16)}`),
    paint: (style, text) => styleText(style, text, { stream: stdout, validateStream: true }),
    paintMessage: (style, text) => styleText(style, text, { stream: stderr, validateStream: true }),
  }
}
