/** A stored failure as people read it: one line that says why, and the rest of what was recorded. */
interface FailureHeadline {
  readonly why: string
  /** The command that failed, if the reason names it; `why` is then the line of its output that says most. */
  readonly command: string | undefined
  /** The reason without `why`, in its lines; empty if nothing is left. */
  readonly rest: string
}

const whyMost = 240
const linesMost = 2_000
const lineMost = 1_000

/** Sentences that only say that something failed, before the reason; the headline leaves them out. */
const leads: readonly string[] = [
  'The agent did not finish.',
  'The review refused the change.',
  'The review sent the change back:',
]
const taskLead = /^The task “[^”]{1,300}” failed\.(?= )/
const stoppedAtBlock =
  /^I stopped at block \d{1,6} of \d{1,6}(?: \((?:run (?<command>[^\n]{1,120})|[^\n]{1,300})\))?\. (?=Exit code|Error:|Stopped)/

/** The headline of a stored reason; `inWords` translates sentences of the server, never other words. */
export const failureHeadline = (
  message: string,
  inWords: (text: string) => string = (text) => text,
): FailureHeadline => {
  const [lead, reason] = withoutLead(message.trim())
  const stopped = stoppedAtBlock.exec(reason)
  if (stopped) {
    const output = reason.slice(stopped[0].length).trim()
    return { why: cut(errorLine(output)), command: stopped.groups?.command, rest: joined(inWords(lead), output) }
  }
  const text = inWords(reason)
  const why = sentenceOrErrorLine(text)
  const isWhole = why.length <= whyMost && text.startsWith(why)
  return {
    why: cut(why),
    command: undefined,
    rest: joined(inWords(lead), isWhole ? text.slice(why.length).trim() : text),
  }
}

/** A headline with its command, in English. */
export const commandFailed = (command: string, why: string): string => `“${command}” failed: ${why}`

/** Returns the headline of a stored reason as one line in English. */
export const headlineLine = (message: string): string => {
  const { why, command } = failureHeadline(message)
  return command === undefined ? why : commandFailed(command, why)
}

const withoutLead = (message: string): readonly [lead: string, reason: string] => {
  let at = 0
  for (;;) {
    const left = message.slice(at)
    const lead = leads.find((one) => left.startsWith(one)) ?? taskLead.exec(left)?.[0]
    if (lead === undefined || left.length <= lead.length + 1) return [message.slice(0, at).trim(), left]
    at += lead.length + 1
  }
}

/** The first sentence; in lines of a program, of which the first is no sentence, the line with the error. */
const sentenceOrErrorLine = (text: string): string => {
  const first = text.split('\n', 1)[0]!.trim()
  if (first.length < text.length && !/[.:!?…”]$/.test(first) && firstSentence(first) === first) return errorLine(text)
  return firstSentence(first)
}

const closing: Readonly<Record<string, string>> = { '“': '”', '„': '“', '(': ')', '‘': '’', '`': '`' }

/** The text up to the first full stop that ends a sentence, outside of quotes and brackets. */
const firstSentence = (line: string): string => {
  const begin = line.slice(0, lineMost)
  let until: string | undefined
  for (let at = 0; at < begin.length; at += 1) {
    const sign = begin[at]!
    if (until !== undefined) {
      if (sign === until) until = undefined
      continue
    }
    const close = closing[sign]
    if (close !== undefined && begin.includes(close, at + 1)) until = close
    else if ('.!?'.includes(sign) && line[at + 1] === ' ' && !/[\p{Ll}\d]/u.test(line[at + 2] ?? '')) {
      return line.slice(0, at + 1)
    }
  }
  return line
}

const errors: readonly RegExp[] = [
  /^(?:Uncaught )?(?:[A-Z][A-Za-z]{0,60})?(?:Error|Exception)(?: \[[A-Z_]{1,60}\])?: \S/,
  /^(?:npm error|npm ERR!|fatal:|error:|ERROR:|panic:|error\[E\d{1,6}\]:) ?(?!code )\S/,
  /(?:: command not found|: not found|: No such file or directory|: Permission denied)$/,
  /^(?:not ok \d{1,9} - |[✖✕×] |FAIL |FAILED |--- FAIL: )/,
]

/** The line of a program's output that says why it failed: an error's, or the last one that is no place in a stack. */
const errorLine = (output: string): string => {
  const lines = output
    .split('\n', linesMost)
    .map((line) => line.slice(0, lineMost).trim())
    .filter((line) => line !== '')
  for (const pattern of errors) {
    const found = lines.find((line) => pattern.test(line))
    if (found !== undefined) return found.replace(/^Error: /, '')
  }
  const said = lines.filter((line) => !/^(?:Exit code |at |node:internal|\^|[{}])/.test(line))
  return said.at(-1) ?? lines[0] ?? output
}

const cut = (line: string) => {
  if (line.length <= whyMost) return line
  const space = line.lastIndexOf(' ', whyMost)
  return `${line.slice(0, space > whyMost / 2 ? space : whyMost).trimEnd()}…`
}

const joined = (lead: string, text: string) => [lead, text].filter((part) => part !== '').join('\n')
