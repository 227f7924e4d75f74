import { companyOf, lossesMax, decideSlot, type MachineLoad, slotChange } from '../../platform/jobs/slot-rules.ts'

/** A run of steps with a sandbox: where its live step is, how many processes died in it, and its slot. */
interface ModelRun {
  readonly at: 'queued' | 'its turn' | 'running' | 'line' | 'done'
  readonly losses: number
  readonly steps: number
  /** The machine whose process has the step, while it has. */
  readonly on: number | null
  readonly slot: { readonly on: number; readonly alone: boolean } | null
}

/** A machine with one process. The steps that wait there for their turn are in order; the first has it once `turn` says so. */
interface ModelMachine {
  readonly isUp: boolean
  readonly order: readonly number[]
  readonly hasTurn: boolean
}

/** Claims of sandbox slots, as plain values: every event gives a new one. */
export interface ClaimState {
  readonly runs: readonly ModelRun[]
  readonly machines: readonly ModelMachine[]
  readonly line: readonly number[]
}

export interface ModelSize {
  /** Sandboxes of each machine. */
  readonly limits: readonly number[]
  /** Those of each machine that people stay in. */
  readonly people: number
}

export type ClaimEvent =
  | { readonly kind: 'claim' | 'end'; readonly on: number; readonly run: number }
  | { readonly kind: 'turn' | 'begin' | 'grant' | 'die' | 'go' | 'return'; readonly on: number }

/** Runs of `steps` steps each, in the first of which so many processes died. */
export const claimsAtFirst = (losses: readonly number[], steps: number, { limits }: ModelSize): ClaimState => ({
  runs: losses.map((lost) => ({ at: 'queued', losses: lost, steps, on: null, slot: null })),
  machines: limits.map(() => ({ isUp: true, order: [], hasTurn: false })),
  line: [],
})

/** All events that are possible. `die`: the process of a machine, which begins again; `go`: the machine, until its `return`. */
export const eventsOf = (state: ClaimState): readonly ClaimEvent[] =>
  state.machines.flatMap((machine, on): ClaimEvent[] => {
    if (!machine.isUp) return [{ kind: 'return', on }]
    const jobs = state.runs.flatMap(({ at, on: its }, run): ClaimEvent[] => {
      if (at === 'queued' && !isWanted(state, on)) return [{ kind: 'claim', on, run }]
      return at === 'running' && its === on ? [{ kind: 'end', on, run }] : []
    })
    const turn: ClaimEvent[] = machine.order.length > 0 && !machine.hasTurn ? [{ kind: 'turn', on }] : []
    const begin: ClaimEvent[] = mayBegin(state, on) ? [{ kind: 'begin', on }] : []
    const grant: ClaimEvent[] = state.line.length > 0 ? [{ kind: 'grant', on }] : []
    return [...jobs, ...turn, ...begin, ...grant, { kind: 'die', on }, { kind: 'go', on }]
  })

/** Whether the step whose turn it is waits to have the process to itself, so that no other one is fetched. */
const isWanted = ({ machines, runs }: ClaimState, on: number) => {
  const { hasTurn, order } = machines[on]!
  return hasTurn && companyOf(runs[order[0]!]!.losses) === 'alone'
}

const mayBegin = (state: ClaimState, on: number) => {
  const { hasTurn, order } = state.machines[on]!
  if (!hasTurn || state.runs[order[0]!]!.at !== 'its turn') return false
  return !isWanted(state, on) || state.runs.every((run) => run.at !== 'running' || run.on !== on)
}

export const afterEvent = (state: ClaimState, event: ClaimEvent, size: ModelSize): ClaimState => {
  const { on } = event
  if (event.kind === 'claim') return claim(state, size, { on, run: event.run, inTurn: false })
  if (event.kind === 'end') return endStep(state, on, event.run)
  if (event.kind === 'turn') return withMachine(state, on, { hasTurn: true })
  if (event.kind === 'begin') return claim(state, size, { on, run: state.machines[on]!.order[0]!, inTurn: true })
  if (event.kind === 'grant') return grant(state, size, on)
  if (event.kind === 'return') return withMachine(state, on, { isUp: true })
  return lose(state, on, event.kind === 'die')
}

const claim = (
  state: ClaimState,
  size: ModelSize,
  { on, run, inTurn }: { on: number; run: number; inTurn: boolean },
) => {
  const company = companyOf(state.runs[run]!.losses)
  if (!inTurn && company === 'suspect') return waitForTurn(state, on, run)
  const alone = company === 'alone'
  const { answer, next } = takeSlot(state, size, { on, run, alone, firstInLine: false })
  if (answer === 'taken')
    return !inTurn && alone ? waitForTurn(next, on, run) : withRun(next, run, { at: 'running', on })
  const left = inTurn ? leaveTurn(next, on, run) : next
  if (typeof answer !== 'object') return withRun(left, run, { at: 'queued', on: null })
  return { ...withRun(left, run, { at: 'line', on: null }), line: [...left.line, run] }
}

interface Taking {
  readonly on: number
  readonly run: number
  readonly alone: boolean
  readonly firstInLine: boolean
}

const takeSlot = (state: ClaimState, size: ModelSize, { on, run, alone, firstInLine }: Taking) => {
  const loads = loadsOf(state, size, on, run)
  const line = state.line.some((waiting) => waiting !== run)
  const request = { kind: 'run', machine: String(on), line, firstInLine, alone } as const
  const decision = decideSlot(loads, request)
  const { slot, answer } = slotChange(
    decision,
    loads.find(({ id }) => id === String(on))!,
    alone,
  )
  if (slot === 'keep') return { answer, next: state }
  return { answer, next: withRun(state, run, { slot: slot === 'give back' ? null : { on, alone } }) }
}

const loadsOf = ({ runs, machines }: ClaimState, { limits, people }: ModelSize, asks: number, run: number) =>
  machines.flatMap(({ isUp }, on): MachineLoad[] => {
    if (!isUp && on !== asks) return []
    const here = runs.flatMap(({ slot }, of) => (slot?.on === on ? [{ of, alone: slot.alone }] : []))
    const own = here.find(({ of }) => of === run)
    return [
      {
        id: String(on),
        limit: limits[on]!,
        works: true,
        active: here.length + people,
        runs: here.length,
        people,
        ownPeople: 0,
        ownRequests: 0,
        address: null,
        holds: own !== undefined,
        holdsAlone: own?.alone ?? false,
        alone: here.some(({ of, alone }) => alone && of !== run),
      },
    ]
  })

const grant = (state: ClaimState, size: ModelSize, on: number): ClaimState => {
  const [run, ...line] = state.line
  const { answer, next } = takeSlot(state, size, { on, run: run!, alone: false, firstInLine: true })
  return answer === 'taken' ? { ...withRun(next, run!, { at: 'queued' }), line } : state
}

/** After too many deaths `failed` decides, and the run ends. */
const endStep = (state: ClaimState, on: number, run: number): ClaimState => {
  const { steps, losses } = state.runs[run]!
  const after = leaveTurn(state, on, run)
  if (steps === 1 || losses > lossesMax) return withRun(after, run, { at: 'done', on: null, slot: null })
  return withRun(after, run, { at: 'queued', on: null, losses: 0, steps: steps - 1 })
}

const lose = (state: ClaimState, on: number, isUp: boolean): ClaimState => ({
  line: state.line,
  machines: state.machines.map((machine, its) => (its === on ? { isUp, order: [], hasTurn: false } : machine)),
  runs: state.runs.map((run) => {
    if (run.on !== on) return run
    return { ...run, at: 'queued', on: null, losses: run.losses + (run.at === 'running' ? 1 : 0) }
  }),
})

const waitForTurn = (state: ClaimState, on: number, run: number) =>
  withMachine(withRun(state, run, { at: 'its turn', on }), on, { order: [...state.machines[on]!.order, run] })

const leaveTurn = (state: ClaimState, on: number, run: number) => {
  const { order } = state.machines[on]!
  return order[0] === run ? withMachine(state, on, { order: order.slice(1), hasTurn: false }) : state
}

const withRun = (state: ClaimState, run: number, change: Partial<ModelRun>): ClaimState => ({
  ...state,
  runs: state.runs.map((one, at) => (at === run ? { ...one, ...change } : one)),
})

const withMachine = (state: ClaimState, on: number, change: Partial<ModelMachine>): ClaimState => ({
  ...state,
  machines: state.machines.map((one, at) => (at === on ? { ...one, ...change } : one)),
})
