import { Writable } from 'node:stream'
import { createInterface } from 'node:readline/promises'

const silent = new Writable({ write: (_chunk, _encoding, done) => done() })

/** Whether somebody sits there who can answer. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** One line from the person; empty stands for `byDefault`. */
export const ask = async (question: string, byDefault: string, signal: AbortSignal): Promise<string> => {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await asking.question(question, { signal })).trim() || byDefault
  } finally {
    asking.close()
  }
}

/** As `ask`, without showing what is typed. */
export const askSecret = async (question: string, signal: AbortSignal): Promise<string> => {
  process.stderr.write(question)
  const asking = createInterface({ input: process.stdin, output: silent, terminal: true })
  // In raw mode Ctrl-C is a key; as everywhere else it is to interrupt.
  asking.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return (await asking.question('', { signal })).trim()
  } finally {
    asking.close()
    process.stderr.write('\n')
  }
}

/** Yes unless the person says no. */
export const confirm = async (question: string, signal: AbortSignal): Promise<boolean> =>
  /^(y|yes)$/i.test(await ask(`${question} [Y/n] `, 'yes', signal))
