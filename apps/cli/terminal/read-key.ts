import { text } from 'node:stream/consumers'
import { usage } from '../failure.ts'
import { askSecret, canAsk } from './ask.ts'

/** A key that is typed unseen, or comes whole on standard input: it is no argument, which other people could see. */
export const readKey = async (question: string, stdin: boolean, signal: AbortSignal): Promise<string> => {
  if (!stdin && !canAsk()) throw usage('Give the key on standard input: --stdin')
  return stdin ? (await text(process.stdin)).trim() : askSecret(question, signal)
}
