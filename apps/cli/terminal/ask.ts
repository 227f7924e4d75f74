import { Writable } from 'node:stream'
import { createInterface, type Interface } from 'node:readline/promises'
import { usage } from '../failure.ts'
import { text } from 'node:stream/consumers'

const silent = new Writable({ write: (_chunk, _encoding, done) => done() })

/** Whether a person at the terminal can answer. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** One line from the person; empty means `byDefault`. */
export const ask = async (question: string, byDefault: string, signal: AbortSignal): Promise<string> => {
  const asking = interruptible(createInterface({ input: process.stdin, output: process.stderr }))
  try {
    return (await answer(asking, question, signal)).trim() || byDefault
  } finally {
    asking.close()
  }
}

/** Like `ask`, without showing the typed text. */
export const askSecret = async (question: string, signal: AbortSignal): Promise<string> => {
  process.stderr.write(question)
  const asking = interruptible(createInterface({ input: process.stdin, output: silent, terminal: true }))
  try {
    return (await answer(asking, '', signal)).trim()
  } finally {
    asking.close()
    process.stderr.write('\n')
  }
}

/** During typing, Ctrl-C is a key; it is to interrupt as everywhere else. */
const interruptible = (asking: Interface): Interface => asking.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))

/** Ctrl-D closes the input, and an open question would wait for ever. */
const answer = (asking: Interface, question: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    asking.once('close', () => reject(usage('No answer was given. Run this again, or give the answer as an option.')))
    asking.question(question, { signal }).then(resolve, reject)
  })

/** No unless the person answers yes. */
export const confirm = async (question: string, signal: AbortSignal): Promise<boolean> =>
  /^(y|yes)$/i.test(await ask(`${question} [y/N] `, 'no', signal))

/** A secret or text on standard input, without the line end that `echo` and editors add. */
export const readStandardInput = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, '')

/** A key that is typed unseen, or comes whole on standard input: it is no argument, which other people could see. */
export const readKey = async (question: string, stdin: boolean, signal: AbortSignal): Promise<string> => {
  if (!stdin && !canAsk()) throw usage('Give the key on standard input: --stdin')
  return stdin ? (await text(process.stdin)).trim() : askSecret(question, signal)
}
