import { Argument, Option, type Command } from 'commander'
import type { Session } from '../session.ts'

/** The function of a command: it gets the session, its arguments in order, and its options if it has some. */
export type Run = (session: Session, ...given: never[]) => unknown

/** An argument or option: how it is typed, its help, and what commander takes beside them. */
type Part =
  | readonly [typed: string, help: string]
  | readonly [typed: string, help: string, byDefault: string]
  | readonly [typed: string, help: string, read: Read, byDefault?: readonly string[]]
  | Argument
  | Option
  | typeof byDefault
type Read = (value: string, before?: readonly string[]) => unknown

/** A command: its name, its help, its function, and its arguments and options in the order of its help. */
export type Row = readonly [name: string, help: string, run: Run, ...parts: readonly Part[]]

/** Marks the command of a group that runs when none is named. */
export const byDefault = Symbol('by default')

/** An option that has to be given. */
export const required = (typed: string, help: string, read?: Read): Option => {
  const option = new Option(typed, help).makeOptionMandatory()
  return read ? option.argParser(read as never) : option
}

type RunIn<Module> = { [Name in keyof Module]: Module[Name] extends Run ? Name : never }[keyof Module]

/**
 * The commands of a module, by name. It is loaded when a command in it runs, so that no command waits for the imports
 * of others.
 */
export const commandsIn =
  <Module extends object>(load: () => Promise<Module>) =>
  (name: RunIn<Module>): Run =>
  async (session, ...given) =>
    ((await load())[name] as Run)(session, ...given)

export const addCommands = (parent: Command, session: Session, rows: readonly Row[]): void => {
  for (const row of rows) addCommand(parent, session, row)
}

export const addCommand = (parent: Command, session: Session, [name, help, run, ...parts]: Row): Command => {
  const command = parent.command(name, { isDefault: parts.includes(byDefault) }).description(help)
  for (const part of parts) addPart(command, part)
  const valueCount = command.registeredArguments.length + (command.options.length > 0 ? 1 : 0)
  return command.action(async (...all: unknown[]) => {
    await run(session, ...(all.slice(0, valueCount) as never[]))
  })
}

const addPart = (command: Command, part: Part): void => {
  if (part === byDefault) return
  if (part instanceof Option) command.addOption(part)
  else if (part instanceof Argument) command.addArgument(part)
  else if (part[0].startsWith('-')) command.option(...(part as [string, string]))
  else command.argument(...(part as [string, string]))
}
