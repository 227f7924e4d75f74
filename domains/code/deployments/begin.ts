import { randomInt } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { expirePending, hostFor, insertDeployment } from './store.ts'
import { deploymentRun } from './graph.ts'
import { endAll } from './record-changes.ts'
import type { DeploymentKind, Undecided } from './rules.ts'
import type { DeploymentRow } from './tables.ts'

/** Characters that a host name may have without regard to case. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The label of a new host: 16 random letters and digits (82 bits), which reveal nothing about the project. */
export const newLabel = (): string => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]!).join('')

interface DeploymentRequest {
  readonly projectId: string
  readonly repositoryId: string
  readonly kind: DeploymentKind
  readonly cycleId: string | null
  /** Null for the head of the default branch. */
  readonly commitSha: string | null
  readonly minInstances: number
  readonly createdBy: string | null
  readonly now: Date
  /** The deployment whose build is served again. */
  readonly kept?: Pick<DeploymentRow, 'id' | 'plan' | 'build'>
  /** It is of a change that waits for a decision, or of its base: it is pictured, and cannot be opened. */
  readonly undecided?: Undecided
}

/** Inserts a deployment and starts its run. An earlier one under way to the same host ends. Needs the project's lock. */
export const beginDeployment = async (
  tx: Transaction,
  engine: Pick<Engine, 'start' | 'cancel'>,
  request: DeploymentRequest,
): Promise<DeploymentRow> => {
  const id = uuidv7()
  const runId = await startRun(tx, engine, id, request.kept ? 'deploy' : 'build')
  return insertRequested(tx, id, request, runId, engine)
}

/** Inserts a deployment for a step, which can start no run of another kind: `startDeployments` starts it. */
export const requestDeployment = (tx: Transaction, request: DeploymentRequest): Promise<DeploymentRow> =>
  insertRequested(tx, uuidv7(), request, null)

/** Starts the run of a deployment, and returns its id. */
export const startRun = async (
  tx: Transaction,
  engine: Pick<Engine, 'start'>,
  subjectId: string,
  first: 'build' | 'deploy',
): Promise<string> => {
  const { graph: kind, name } = deploymentRun.at[first]
  return (await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId, first: name })).id
}

const insertRequested = async (
  tx: Transaction,
  id: string,
  { kept, now, undecided, ...request }: DeploymentRequest,
  runId: string | null,
  engine?: Pick<Engine, 'cancel'>,
): Promise<DeploymentRow> => {
  const label = await hostFor(tx, { ...request, kind: undecided ?? request.kind }, newLabel(), now)
  const row = await insertDeployment(tx, {
    ...request,
    id,
    label,
    runId,
    status: kept ? 'deploying' : 'building',
    rollbackOf: kept?.id ?? null,
    plan: kept?.plan ?? null,
    build: kept?.build ?? null,
    createdAt: now,
    undecided: undecided !== undefined,
  })
  await endAll(tx, await expirePending(tx, row, now), engine)
  return row
}
