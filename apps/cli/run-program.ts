import { CommanderError, type Command } from 'commander'
import { ChildEnded, exitCodes, Failure } from './failure.ts'
import { buildProgram } from './program/program.ts'
import type { Session } from './session.ts'
import { printableLines } from './terminal/text.ts'
import { editsBetween } from '../../platform/configuration/nearest-name.ts'

/** Runs the words of a command line to their end, reports why if they fail, and returns the exit code. */
export const runProgram = async (session: Session, words: readonly string[]): Promise<number> => {
  const program = buildProgram(session)
  try {
    await program.parseAsync(words, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    return end(session, error, () => meantCommand(program, words))
  } finally {
    await session.close()
  }
}

const end = (session: Session, error: unknown, meant: () => string | undefined): number => {
  const { output, signal } = session
  if (error instanceof ChildEnded) return error.exitCode
  // Work that Ctrl-C cut off ends in the sentence about work that continues.
  const cause: unknown = signal.aborted ? signal.reason : error
  if (cause instanceof CommanderError) return endOfUse(session, cause, meant)
  if (!(cause instanceof Failure)) {
    output.say('Something went wrong in the command line itself; please report this with what you ran:')
    output.say(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
    output.document({ error: { message: String(cause), code: 'internal', exitCode: exitCodes.failed } })
    return exitCodes.failed
  }
  const { kind, code, message, details } = cause
  // Many of its words come from the server, and some from the repository.
  output.say(printableLines(message))
  output.document({ error: { message, code, exitCode: exitCodes[kind], ...details } })
  return exitCodes[kind]
}

/** The library has reported the fault; a word that a group took for an argument of its default is for us to explain. */
const endOfUse = (
  { output }: Session,
  { exitCode, code, message }: CommanderError,
  meant: () => string | undefined,
) => {
  if (exitCode === 0) return exitCodes.done
  const command = code === 'commander.excessArguments' ? meant() : undefined
  if (command !== undefined) output.say(`(Did you mean ${command}?)`)
  output.document({ error: { message, code: 'usage', exitCode: exitCodes.usage, ...(command && { meant: command }) } })
  return exitCodes.usage
}

/**
 * The command that was meant, if a word is no command of its group and the group took it for an argument of its own
 * default: `models found` for `models foud`. Undefined if none is near, or if nothing was mistyped.
 */
const meantCommand = (program: Command, words: readonly string[]): string | undefined => {
  let group = program
  const path: string[] = []
  for (const word of words.filter((one) => !one.startsWith('-'))) {
    const next = group.commands.find((one) => one.name() === word)
    if (!next) return nearestOf(group, word, path)
    group = next
    path.push(word)
  }
  return undefined
}

const nearestOf = ({ commands }: Command, word: string, path: readonly string[]): string | undefined => {
  const names = commands.map((one) => one.name())
  const editsMost = Math.max(1, Math.floor(word.length / 3))
  const near = names
    .map((name) => ({ name, edits: editsBetween(word, name) }))
    .filter(({ edits }) => edits <= editsMost)
    .sort((one, other) => one.edits - other.edits)[0]
  return near && [...path, near.name].join(' ')
}
