import { styleText } from 'node:util'

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
  /** A result for both: as `document` with --json, else as `print` for each of the lines. */
  show(value: unknown, lines: string | readonly string[]): void
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
  const print = (text: string) => {
    if (!json) stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  }
  const document = (value: unknown) => {
    if (json) stdout.write(`${JSON.stringify(value)}\n`)
  }
  return {
    json,
    live: stderr.isTTY && process.env.TERM !== 'dumb',
    stderr,
    say: (line) => void stderr.write(`${line}\n`),
    print,
    document,
    show: (value, lines) => {
      document(value)
      for (const line of typeof lines === 'string' ? [lines] : lines) print(line)
    },
    ago: (at) => (stdout.isTTY ? `${ageText(Date.now() - Date.parse(at))} ago` : at.slice(0, 16)),
    since: (at) => (stdout.isTTY ? `for ${ageText(Date.now() - Date.parse(at))}` : `since ${at.slice(0, 16)}`),
    paint: (style, text) => styleText(style, text, { stream: stdout, validateStream: true }),
    paintMessage: (style, text) => styleText(style, text, { stream: stderr, validateStream: true }),
  }
}

/** Shows the rows of a list, or without rows a sentence on standard error. */
export const showRows = <Row>(
  output: Output,
  rows: readonly Row[],
  textOf: (row: Row) => string,
  none: string,
): void => {
  const lines = rows.map((row) => textOf(row))
  output.show(rows, lines)
  if (rows.length === 0) output.say(none)
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 'sec'],
] as const

/** A length of time as people write it, in its largest whole unit: `24 min`, `3 h`, `2 d`. */
export const ageText = (ms: number): string => {
  const [length, name] = units.find(([unit]) => ms >= unit) ?? units.at(-1)!
  return `${Math.max(0, Math.floor(ms / length))} ${name}`
}
