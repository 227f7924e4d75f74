import type { SandboxUse } from '../contract/index.ts'

/** A living machine, or the asking machine, when the slots of all machines are counted. */
export interface MachineLoad {
  readonly id: string
  readonly limit: number
  /** Whether a process of it carries out steps. */
  readonly works: boolean
  readonly active: number
  /** Slots of `active` that runs hold. */
  readonly runs: number
  /** Slots in which people work, for as long as they stay: in all workspaces, and in the asking workspace. */
  readonly people: number
  readonly ownPeople: number
  /** Slots that requests of the asking workspace hold. */
  readonly ownRequests: number
  /** The address at which a process of the machine answers others; null if none does. */
  readonly address: string | null
  /** Whether the asking holder has its slot on this machine. */
  readonly holds: boolean
  /** Whether the asking holder's slot is exclusive: the machine carries out no other step. */
  readonly holdsAlone: boolean
  /** Whether another run's slot is exclusive, so that no run begins on the machine. */
  readonly alone: boolean
}

/** Slots of each machine that runs and people leave to requests that end, and that requests and people leave to runs. */
const keptForRequests = 1
const keptForRuns = 1

interface SlotRequest {
  readonly kind: 'run' | 'request' | 'people'
  /** The asking machine. */
  readonly machine: string
  /** Whether other runs wait for a slot. */
  readonly line: boolean
  readonly firstInLine: boolean
  /** Whether the run needs a machine without other steps. */
  readonly alone: boolean
}

/** The refusal of a slot: the limit, and the slots by their holders. */
export type SlotRefusal = Readonly<SandboxUse>

/**
 * `left` when a run finds no slot here and another machine has a free slot; `wait` when the machine's next exclusive
 * turn is its own, and other steps run. Refusals count the slots of all machines that could have given one.
 */
type SlotDecision = 'held' | 'taken' | 'left' | 'wait' | SlotRefusal

/** Decides whether a holder gets a slot of the asking machine, whose sandboxes it would use. */
export const decideSlot = (loads: readonly MachineLoad[], request: SlotRequest): SlotDecision => {
  const own = loads.find(({ id }) => id === request.machine)!
  if (request.alone) return forAlone(loads, own, request)
  if (own.holds) return 'held'
  if (request.kind === 'run') return forRun(loads, own, request)
  return forRequest(loads, own, request.kind === 'people')
}

/**
 * A request waits in no line, and leaves one slot to runs. People, who stay, take neither that slot nor the slot that
 * runs leave to requests, and a workspace has a share of the slots for people.
 */
const forRequest = (loads: readonly MachineLoad[], own: MachineLoad, isPeople: boolean): 'taken' | SlotRefusal => {
  const peopleMost = ({ limit }: MachineLoad) => Math.max(0, limit - keptForRequests - keptForRuns)
  const ownMost = (load: MachineLoad) => Math.ceil(peopleMost(load) / 2)
  if (isPeople && own.people >= peopleMost(own)) return refusalOf(loads, ({ people }) => people, peopleMost)
  if (isPeople && own.ownPeople >= ownMost(own)) return refusalOf(loads, ({ ownPeople }) => ownPeople, ownMost)
  if (isPeople && !leavesOneToRequests(own)) return refusalOf(loads)
  const requestsOf = ({ active, runs }: MachineLoad) => active - runs
  if (requestsOf(own) >= shareOf(own)) return refusalOf(loads, requestsOf, shareOf)
  return own.active < own.limit ? 'taken' : refusalOf(loads)
}

/**
 * Returns the machine that has a slot for a request when its own machine has none; undefined if no machine does. A
 * workspace has half of the request slots that others have, so that its uploads cannot take them all.
 */
export const decideElsewhere = (loads: readonly MachineLoad[], machine: string): MachineLoad | undefined => {
  const others = loads.filter(({ id, address }) => id !== machine && address !== null)
  const most = Math.max(1, Math.floor(sumOf(others, shareOf) / 2))
  if (sumOf(others, ({ ownRequests }) => ownRequests) >= most) return undefined
  const free = ({ limit, active }: MachineLoad) => limit - active
  return others
    .filter((load) => !load.alone && forRequest(loads, load, false) === 'taken')
    .toSorted((one, other) => free(other) - free(one))
    .at(0)
}

/**
 * Decides the next state of an asking run's slot and step. A run that waits holds no slot: a refused run releases its
 * slot. The only exception has the machine's next exclusive turn, and the others end without it.
 */
export const slotChange = (
  decision: SlotDecision,
  own: MachineLoad,
  alone: boolean,
): {
  readonly slot: 'take' | 'mark' | 'keep' | 'give back'
  readonly answer: 'taken' | 'left' | 'wait' | SlotRefusal
} => {
  if (typeof decision === 'object') return { slot: 'give back', answer: decision }
  if (decision === 'left') return { slot: 'keep', answer: 'left' }
  if (decision === 'taken') return { slot: 'take', answer: alone && own.runs > 0 ? 'wait' : 'taken' }
  return { slot: own.holdsAlone === alone ? 'keep' : 'mark', answer: decision === 'held' ? 'taken' : 'wait' }
}

/** Processes died in the step: another machine tries it if it has room. A machine has one such step at a time. */
const forAlone = (loads: readonly MachineLoad[], own: MachineLoad, request: SlotRequest): SlotDecision => {
  const others = loads.filter(({ id, works }) => works && id !== own.id)
  if (others.some(({ holdsAlone }) => holdsAlone)) return 'left'
  if (own.alone || !own.holds) return forRun(loads, own, request)
  if (!own.holdsAlone && others.some((load) => hasRoom(load))) return 'left'
  return own.runs > 1 ? 'wait' : 'held'
}

/** True if one more long stay, by a run or people, leaves a slot to requests that end. */
const leavesOneToRequests = ({ limit, runs, people }: MachineLoad) => runs + people < limit - keptForRequests

const hasRoom = (load: MachineLoad) => !load.alone && load.active < load.limit && leavesOneToRequests(load)

const forRun = (loads: readonly MachineLoad[], own: MachineLoad, request: SlotRequest) => {
  const { line, firstInLine } = request
  const working = loads.filter(({ id, works }) => works && id !== own.id)
  const hasOne = working.some(({ holds }) => holds)
  if (hasRoom(own) && (firstInLine || hasOne || !line)) return 'taken'
  if (hasOne || (!line && !firstInLine && working.some((load) => hasRoom(load)))) return 'left'
  return refusalOf([own, ...working])
}

/** Counts the slots that requests may have on a machine, people included. */
const shareOf = ({ limit }: MachineLoad) => limit - keptForRuns

type CountOf = (load: MachineLoad) => number

const refusalOf = (
  loads: readonly MachineLoad[],
  activeOf: CountOf = ({ active }) => active,
  limitOf: CountOf = ({ limit }) => limit,
): SlotRefusal => ({
  active: sumOf(loads, activeOf),
  limit: sumOf(loads, limitOf),
  runs: sumOf(loads, ({ runs }) => runs),
  requests: sumOf(loads, ({ active, runs, people }) => active - runs - people),
  people: sumOf(loads, ({ people }) => people),
})

const sumOf = (loads: readonly MachineLoad[], of: CountOf) => loads.reduce((sum, load) => sum + of(load), 0)

/** After so many deaths a step is carried out beside no other step with as many deaths. */
const suspectLosses = 2

/** After so many deaths a step runs once without others, if possible on another machine; then `failed` decides. */
export const lossesMax = 5

/** Returns the steps beside which a step may run, by the number of processes that died in it. */
export const companyOf = (losses: number): 'any' | 'suspect' | 'alone' => {
  if (losses === lossesMax) return 'alone'
  return losses >= suspectLosses ? 'suspect' : 'any'
}
