import type { ProjectRow } from '../tables.ts'

const microsPerUsd = 1_000_000

export const usdToMicros = (usd: number): number => Math.round(usd * microsPerUsd)
export const microsToUsd = (micros: number): number => micros / microsPerUsd

/** An amount after a change in US dollars: undefined leaves it as it was, and null is no limit. */
export const microsAfter = (before: number | null, usd: number | null | undefined): number | null => {
  if (usd === undefined) return before
  return usd === null ? null : usdToMicros(usd)
}

/** The operator's caps of model calls, in micro-dollars; undefined without a cap. */
export interface InstanceCaps {
  readonly instanceMicros: number | undefined
  readonly workspaceMicros: number | undefined
  readonly projectMicros: number | undefined
  readonly cycleMicros: number | undefined
}

type Inheriting = Partial<Pick<ProjectRow, 'inherited'>>

/** The cap of a workspace: its own, and never more than the operator's cap; null for no cap. */
export const capOfWorkspace = (
  own: number | null | undefined,
  { workspaceMicros }: Pick<InstanceCaps, 'workspaceMicros'>,
): number | null => {
  const said = [own, workspaceMicros].filter((micros) => typeof micros === 'number')
  return said.length === 0 ? null : Math.min(...said)
}

/** The cap of all runs of a project: its own, else its workspace's, else the instance's; null for no cap. */
export const capOfProject = (
  { costCapMicros, inherited }: Pick<ProjectRow, 'costCapMicros'> & Inheriting,
  { projectMicros }: Pick<InstanceCaps, 'projectMicros'>,
): number | null => costCapMicros ?? inherited?.projectCostCapMicros ?? projectMicros ?? null

/** The cap of all runs of a cycle: its own, else its workspace's, else the instance's; null for no cap. */
export const capOfCycle = (
  own: number | null | undefined,
  { inherited }: Inheriting,
  { cycleMicros }: Pick<InstanceCaps, 'cycleMicros'>,
): number | null => own ?? inherited?.cycleCostCapMicros ?? cycleMicros ?? null

const reworksByDefault = 2

/** How often a change is sent back before its run fails, by the project, its workspace or the product. */
export const reworksMost = (project: (Pick<ProjectRow, 'maxRevisions'> & Inheriting) | undefined): number =>
  project?.maxRevisions ?? project?.inherited?.maxRevisions ?? reworksByDefault
