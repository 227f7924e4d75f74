import { CommanderError } from 'commander'
import { ChildEnded, exitCodes, Failure } from './failure.ts'
import { buildProgram } from './program.ts'
import type { Session } from './session.ts'
import { printableLines } from './terminal/text.ts'

/** Runs the words of a command line to their end, says why where they fail, and gives the exit code. */
export const runProgram = async (session: Session, words: readonly string[]): Promise<number> => {
  try {
    await buildProgram(session).parseAsync(words, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    return end(session, error)
  } finally {
    await session.close()
  }
}

const end = (session: Session, error: unknown): number => {
  const { output, signal } = session
  if (error instanceof ChildEnded) return error.exitCode
  // Whatever was cut off by Ctrl-C ends in the sentence about what goes on.
  const cause: unknown = signal.aborted ? signal.reason : error
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (!(cause instanceof Failure)) {
    output.say('Something went wrong in the command line itself; please report this with what you ran:')
    output.say(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
    output.document({ error: { message: String(cause), code: 'internal', exitCode: exitCodes.failed } })
    return exitCodes.failed
  }
  const { kind, code, message, details } = cause
  // Much of it are words of the server, and some of those are out of the repository.
  output.say(printableLines(message))
  output.document({ error: { message, code, exitCode: exitCodes[kind], ...details } })
  return exitCodes[kind]
}
