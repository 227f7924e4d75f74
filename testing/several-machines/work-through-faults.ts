import { setTimeout as pause } from 'node:timers/promises'
import { asOwner } from '../crash/aftermath.ts'
import { failureOf } from '../simulation/failure-of.ts'
import { brokenAtLast } from '../simulation/invariants.ts'
import { faultsIn, workUnderWay, type Accepted, type Finding, type Stand } from './checker/index.ts'
import type { Completions } from './completions.ts'
import type { FaultCounts, FaultTargets } from './faults.ts'
import { openOffice, type Office } from './office.ts'

export interface SoakWorld {
  readonly targets: FaultTargets
  readonly url: string
  readonly completions: Pick<Completions, 'url'>
  /** The stored objects, once the machines have stopped. */
  objects(): Promise<Stand['objects']>
}

export interface SoakPlan {
  /** The work of people, who begin no more once `isOver`. */
  work(office: Office, isOver: () => boolean): Promise<void>
  /** Causes the faults, and gives how often each happened. */
  faults(targets: FaultTargets): Promise<FaultCounts>
  log(line: object): void
}

export interface SoakOutcome {
  readonly faults: FaultCounts
  readonly accepted: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
}

/** Lets people work at machines amid faults; when all is over and the machines have stopped, looks at what is there. */
export const workThroughFaults = async (world: SoakWorld, plan: SoakPlan): Promise<SoakOutcome> => {
  const { machines } = world.targets
  const accepted: Accepted[] = []
  const accept = (request: Accepted) => {
    accepted.push(request)
    plan.log({ accepted: request })
  }
  const office = await openOffice(machines, world.completions.url, accept)
  let isOver = false
  const working = plan.work(office, () => isOver)
  const broken = Promise.race([failureOf(working), ...machines.map(({ failed }) => failed)])
  const faults = await Promise.race([plan.faults(world.targets), broken])
  isOver = true
  plan.log({ faults })
  // Work that does not end is in the findings: runs, mails and requests that are under way.
  await Promise.race([working, broken, pause(restMs, undefined, { ref: false })])
  office.close()
  await Promise.race([untilAtRest(world.url), broken])
  for (const machine of machines) await machine.stop()
  const stand = { accepted, auditKeys: office.auditKeys, objects: await world.objects() }
  const findings = [
    ...(await asOwner(world.url, (query) => faultsIn({ ...stand, query }))),
    ...((await brokenAtLast(world.url)) as Finding[]),
  ]
  const kinds = Object.groupBy(accepted, ({ kind }) => kind)
  const numbers = Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.length]))
  return { faults, accepted: numbers, findings }
}

const restMs = 480_000

/** Waits for runs, mails and deployments; work that does not end is a finding afterwards. */
const untilAtRest = async (url: string) => {
  const endsAt = performance.now() + restMs
  while (performance.now() < endsAt) {
    const left = await asOwner(url, (query) => workUnderWay({ query })).catch(() => undefined)
    if (left?.length === 0) return
    await pause(1_000)
  }
}
