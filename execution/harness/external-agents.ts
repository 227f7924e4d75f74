import { accessSync, constants, readFileSync, realpathSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import Type, { type Static } from 'typebox'
import { StartRefusal } from '../../platform/configuration/refusal.ts'
import { checkLater } from '../../platform/validation/check-later.ts'

const path = Type.String({ minLength: 1, maxLength: 4_096 })

const ExternalAgent = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120 }),
    program: path,
    args: Type.Optional(Type.Array(Type.String({ maxLength: 4_096 }), { maxItems: 100 })),
    folder: Type.Optional(path),
    environment: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), Type.Unknown(), {
        additionalProperties: false,
      }),
    ),
  },
  { additionalProperties: false },
)

/**
 * A program of the operator's that speaks the Agent Client Protocol. `program` and `folder` are absolute paths of the
 * host and the same inside; `folder` is shown read-only to its sandboxes. Values of `environment` other than texts are
 * passed as JSON. `{modelUrl}`, `{modelRoot}`, `{model}`, `{contextTokens}` and `{maxOutputTokens}` in `args` and in
 * texts stand for the model, `{apiUrl}`, `{taskId}` and `{workspaceId}` for the server's answers about the task.
 */
export type ExternalAgent = Static<typeof ExternalAgent>

/** By the name of their harness, `runtime-1` to `runtime-7`. */
export type ExternalAgents = Readonly<Record<string, ExternalAgent>>

const validator = checkLater(
  Type.Record(Type.String({ pattern: '^runtime-[1-7]$' }), ExternalAgent, { additionalProperties: false }),
)

/** Reads the operator's file of agents; none without one. Throws StartRefusal with a sentence for a file that is not one. */
export const readExternalAgents = (file: string | undefined): ExternalAgents => {
  if (file === undefined) return {}
  const wrong = (why: string) =>
    new StartRefusal(`ATELIER_AGENTS_FILE names ${file}, ${why}. See docs/agents-by-acp.md.`)
  return agentsIn(jsonOf(file, wrong), wrong)
}

const agentsIn = (value: unknown, wrong: (why: string) => StartRefusal): ExternalAgents => {
  if (!validator.Check(value)) {
    const [first] = validator.Errors(value)
    throw wrong(
      `which does not map runtime-1 to runtime-7 to agents: ${first?.instancePath ?? ''} ${first?.message ?? ''}`,
    )
  }
  for (const [name, { program, folder = '/' }] of Object.entries(value))
    if (!isAbsolute(program) || !isAbsolute(folder)) throw wrong(`where ${name} has a path that is not absolute`)
  return value
}

/** Agents that the server's operator chose by `atelier models use`, in the shape of the operator's file. */
export const chosenAgentsFile = (dataFolder: string): string => join(dataFolder, 'agents.json')

/** The agents of that file; empty if it is missing or malformed. */
export const readChosenAgents = (file: string): ExternalAgents => noneIfRefused(() => readExternalAgents(file))

/** The agents of a stored value; empty if it is malformed. */
export const chosenAgentsIn = (value: unknown): ExternalAgents =>
  noneIfRefused(() => agentsIn(value, (why) => new StartRefusal(why)))

const noneIfRefused = (read: () => ExternalAgents): ExternalAgents => {
  try {
    return read()
  } catch (error) {
    if (error instanceof StartRefusal) return {}
    throw error
  }
}

const jsonOf = (file: string, wrong: (why: string) => StartRefusal): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? 'which is not JSON' : 'which cannot be read')
  }
}

/** The part that an agent lacks to run, as the end of a sentence; undefined if it can run. */
export const missingOf = ({ name, program, folder }: ExternalAgent): string | undefined => {
  const real = realOf(program)
  if (real === undefined) return `the program of ${name}, ${program}, is not there or cannot be executed`
  const shown = ['/usr', ...(folder === undefined ? [] : [folder])].map(realOf)
  if (folder !== undefined && shown[1] === undefined) return `the folder of ${name}, ${folder}, is not there`
  const isShown = shown.some((one) => one !== undefined && `${real}${sep}`.startsWith(`${one}${sep}`))
  return isShown
    ? undefined
    : `the program of ${name}, ${program}, lies outside of /usr and of its folder, so that no sandbox shows it`
}

const realOf = (path: string): string | undefined => {
  try {
    accessSync(path, constants.X_OK)
    return realpathSync(path)
  } catch {
    return undefined
  }
}
