import { type EffectContext, type EndContext, finish, type RunEnd, step, type Step } from './step.ts'

/** A kind of work in steps, and its hooks. */
export interface WorkflowDefinition {
  /** The first step starts a run by default. */
  readonly steps: readonly [Step, ...Step[]]
  /** Brings git refs in line with the rows, before the effect of a first step and of every step that is tried again. */
  reconcile?(context: EffectContext): Promise<void>
  /** Cleans up after a cancelled run: a step of its own, which must end in `finish`. */
  readonly cancelled?: Step
  /** How many of its newest steps a run keeps if its coordinator waits again and again; by default all. */
  readonly stepsKept?: number
  /**
   * In the transaction that ends a run in any way: finished, failed (also by the engine itself), cancelled. A run that
   * a newer one replaced is cancelled: compare `run.number` before touching the subject.
   */
  ended?(context: EndContext, end: RunEnd): Promise<void>
}

/** A workflow as the engine sees it. */
export interface Workflow extends WorkflowDefinition {
  readonly kind: string
  readonly byName: ReadonlyMap<string, Step>
  readonly usesSandboxes: boolean
  /** Whether its runs can have children. */
  readonly coordinates: boolean
}

/** The last step of a run that cannot end in the transaction that decided so: a cancelled child, a failure with children. */
export const endStep: Step = step('end', { commit: () => finish() })

/** Declares the steps for a kind of run. Step names are unique in it, and `end` is the engine's; a double throws. */
export const workflow = (kind: string, definition: WorkflowDefinition): Workflow => {
  const own = definition.cancelled ? [...definition.steps, definition.cancelled] : definition.steps
  const all = [...own, endStep]
  const byName = new Map(all.map((step) => [step.name, step]))
  if (byName.size !== all.length) throw new Error(`Workflow ${kind} has two steps of one name`)
  return {
    ...definition,
    kind,
    byName,
    usesSandboxes: all.some(({ sandbox }) => sandbox !== false),
    coordinates: all.some(({ lock }) => lock),
  }
}

/** The step of that name, or an error that lists the existing names. */
export const stepOf = (flow: Workflow, name: string): Step => {
  const found = flow.byName.get(name)
  if (!found) throw new Error(`Workflow ${flow.kind} has no step ${name}; it has ${names(flow)}`)
  return found
}

const names = ({ byName }: Workflow) => [...byName.keys()].filter((name) => name !== endStep.name).join(', ')
