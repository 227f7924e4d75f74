export { createEngine, type Engine } from './engine.ts'
export type { Diagnostics } from './diagnostics.ts'
export { goTo, graph, NoPayload, park, startAt, type StepTarget } from './graph.ts'
export type { Log } from './log.ts'
export { admitMachine, hasSeveralMachines, releaseMachine, removeOldMachines } from './machines.ts'
export type { SandboxBudget } from './parts.ts'
export { ifNotQueued, type StartRequest } from './start.ts'
export { inDueWorkspaces, inWorkspaces, inWorkspacesOf, type DueIn, eachDue, type Turn } from './due-workspaces.ts'
export type { ScheduledContext, ScheduledWork } from './schedule.ts'
export {
  failRun,
  finish,
  Unrecoverable,
  untilChange,
  type ChildStart,
  type CommitContext,
  type CoordinatorContext,
  type EffectContext,
  type EndContext,
  type Failure,
  type Next,
  type Run,
  type RunEnd,
  type StepError,
  type UntilChange,
} from './step.ts'
export { cancelChannel, isAttemptRunning } from './store.ts'
export { waitsForSandbox } from './store-children.ts'
export type { Workflow } from './workflow.ts'
export { namedRuns, stepFailures, type TraceRun } from './store-trace.ts'
export { openTries, type Tries } from './tries.ts'
