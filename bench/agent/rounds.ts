import type { Caller } from '../../testing/caller.ts'
import { baseOf, missingFixture } from './task-repository.ts'
import { deliver, type DeliveryOptions } from './deliver.ts'
import { hiddenChecks, missingPrograms, type Sandboxes } from './hidden.ts'
import { openCodePart } from './opencode.ts'
import type { PackageRegistry } from './packages.ts'
import { sentRequestsOf } from './sent-requests.ts'
import { cheatParts, goodPart, lazyPart, type AgentScript, plannedPart, type Player } from './play.ts'
import { resultOf, type Row } from './table.ts'
import type { Task } from './task.ts'

export interface Setting {
  readonly caller: Caller
  readonly parts: Sandboxes
  /** Undefined if a model of its own works. */
  readonly player: Player | undefined
  readonly registry: PackageRegistry
  /** Where the bundles of repositories lie that tasks begin with. */
  readonly fixtures: string | undefined
  readonly tasks: readonly Task[]
}

const agents: Readonly<
  Record<string, { readonly parts: (task: Task) => readonly AgentScript[]; readonly how: DeliveryOptions }>
> = {
  model: { parts: () => [{ name: 'model', actions: [] }], how: { approves: true } },
  good: { parts: (task) => [goodPart(task)], how: { approves: true } },
  planned: { parts: (task) => [plannedPart(task)], how: { approves: true } },
  opencode: { parts: (task) => [openCodePart(task)], how: { approves: true, harness: 'runtime-1' } },
  lazy: { parts: (task) => [lazyPart(task)], how: { approves: true, maxRevisions: 0 } },
  cheating: { parts: cheatParts, how: { approves: false, maxRevisions: 0 } },
}

/** Has agents work at the tasks, one after the other, and gives a row for each as it ends. */
export const openRounds = async (setting: Setting) => {
  const missing = await missingPrograms(setting.parts, setting.tasks)
  const reasonNotTo = (task: Task) => {
    const program = task.needs.find((name) => missing.has(name))
    return program === undefined ? missingFixture(task, setting.fixtures) : `needs ${program} in sandboxes`
  }
  return async function* rounds(names: readonly string[]): AsyncGenerator<Row> {
    for (const name of names) {
      const agent = agents[name]
      if (!agent) throw new Error(`There is no agent ${name}. The agents are ${Object.keys(agents).join(', ')}.`)
      for (const task of setting.tasks) {
        const note = reasonNotTo(task)
        if (note !== undefined) yield { task, part: name, result: 'not run', note }
        else for (const part of agent.parts(task)) yield await playOne(setting, task, part, name, agent.how)
      }
    }
  }
}

const playOne = async (
  { caller, parts, player, registry, fixtures }: Setting,
  task: Task,
  part: AgentScript,
  agent: string,
  how: DeliveryOptions,
): Promise<Row> => {
  player?.play(part)
  const delivered = await deliver(caller, task, await baseOf(registry.withLocks(task), fixtures), how)
  const checked = delivered.result && (await hiddenChecks(parts, task, delivered.result))
  const result = resultOf(delivered, checked?.passes === true)
  const failed = checked?.passes === false ? [`Hidden checks: ${checked.printed}`] : []
  const name = part.name === agent ? agent : `${agent}: ${part.name}`
  const sent = player && sentRequestsOf(player.seen())
  return { task, part: name, result, delivered, sent, note: [...delivered.reasons, ...failed].join('\n') }
}
