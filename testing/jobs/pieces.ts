import { Type } from 'typebox'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../platform/db/transaction.ts'
import {
  type EndContext,
  failRun,
  finish,
  goTo,
  graph,
  NoPayload,
  park,
  type RunEnd,
  startAt,
  untilChange,
} from '../../platform/jobs/index.ts'
import { mark } from './world.ts'

/**
 * The behaviour of a piece: its work at once, its work until it is stopped, a question, an error, or a plan of its own.
 */
export type Work = 'quick' | 'waits' | 'asks' | 'fails' | 'plan'

export interface Piece {
  readonly id: string
  readonly needs: readonly string[]
  readonly work: Work
  readonly status: 'waiting' | 'running' | 'made' | 'joined' | 'failed' | 'stopped'
}

/** Pieces of one plan that are under way at once. */
export const roomForPieces = 4

const planRun = graph('plan', {
  advance: { payload: NoPayload, to: ['join'] },
  join: { payload: Type.Object({ id: Type.String() }), to: ['advance'] },
  'clear-up': { payload: NoPayload, to: [] },
})
const pieceRun = graph('piece', {
  make: { payload: Type.Object({ work: Type.String() }), to: ['answered'] },
  answered: { payload: NoPayload, to: [] },
})

/** The tables of plans and their pieces, whose coordinators start pieces in the order of their needs. */
export const preparePieces = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      create table plan (id uuid primary key, workspace_id uuid not null);
      create table piece (id uuid primary key, workspace_id uuid not null, plan_id uuid not null, needs uuid[] not null,
        work text not null, status text not null default 'waiting', position bigserial);
      grant select, insert, update on plan, piece to atelier_tenant; grant usage on sequence piece_position_seq to atelier_tenant`)
  } finally {
    await client.end()
  }
}

/** Writes a plan without pieces. */
export const makePlan = async (tx: Transaction, id: string = uuidv7()): Promise<string> => {
  await tx.query({ text: 'insert into plan values ($1, $2)', values: [id, tx.workspace] })
  return id
}

/** Writes a piece of a plan, which the caller has locked or made. */
export const addPiece = async (tx: Transaction, plan: string, work: Work, needs: readonly string[] = []) => {
  const id = uuidv7()
  const values = [id, tx.workspace, plan, needs, work]
  const text = 'insert into piece (id, workspace_id, plan_id, needs, work) values ($1, $2, $3, $4, $5)'
  await tx.query({ text, values })
  if (work === 'plan') await makePlan(tx, id)
  return id
}

export const lockPlan = (tx: Transaction, id: string) =>
  tx.query({ text: 'select from plan where id = $1 for update', values: [id] })

export const piecesOf = async (tx: Transaction, plan: string): Promise<Piece[]> => {
  const text = 'select id, needs, work, status from piece where plan_id = $1 order by position'
  return (await tx.query<Piece & pg.QueryResultRow>({ text, values: [plan] })).rows
}

const setStatus = async (tx: Transaction, id: string, status: Piece['status']) => {
  await tx.query({ text: 'update piece set status = $2 where id = $1', values: [id, status] })
}

const readyOf = (pieces: readonly Piece[]): readonly Piece[] => {
  const over = new Set(pieces.filter(({ status }) => ['joined', 'stopped'].includes(status)).map(({ id }) => id))
  const free = roomForPieces - pieces.filter(({ status }) => status === 'running').length
  return pieces.filter(({ status, needs }) => status === 'waiting' && needs.every((id) => over.has(id))).slice(0, free)
}

const ended = async ({ tx, run }: EndContext, end: RunEnd) => {
  await mark(tx, `${run.subjectId} ${end.status}`)
  await setStatus(
    tx,
    run.subjectId,
    end.status === 'finished' ? 'made' : end.status === 'failed' ? 'failed' : 'stopped',
  )
}

const advance = planRun.coordinator('advance', {
  lock: (tx, run) => lockPlan(tx, run.subjectId),
  commit: async ({ tx, run, start }) => {
    const pieces = await piecesOf(tx, run.subjectId)
    if (pieces.some(({ status }) => status === 'failed')) return failRun({ message: 'A piece failed' })
    const ready = readyOf(pieces)
    for (const { id, work } of ready) {
      await setStatus(tx, id, 'running')
      await mark(tx, `${id} begun`)
      await start(work === 'plan' ? startAt(planRun.at.advance, id) : startAt(pieceRun.at.make, id, { work }))
    }
    const made = pieces.find(({ status }) => status === 'made')
    if (made) return goTo(planRun.at.join, { id: made.id })
    const open = pieces.filter(({ status }) => ['waiting', 'running'].includes(status)).length
    return open > 0 ? untilChange({ open }) : finish({ pieces: pieces.length })
  },
})

const join = planRun.step('join', {
  effect: ({ key }) => Promise.resolve(key),
  commit: async ({ tx, step: { payload } }) => {
    await mark(tx, `${payload.id} joined`)
    await setStatus(tx, payload.id, 'joined')
    return goTo(planRun.at.advance)
  },
})

const clearUp = planRun.step('clear-up', {
  commit: async ({ tx, run }) => {
    await mark(tx, `${run.subjectId} cleared up`)
    return finish()
  },
})

const untilStopped = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

const make = pieceRun.step('make', {
  retries: 0,
  effect: async ({ signal, step: { payload } }) => {
    signal.throwIfAborted()
    if (payload.work === 'waits') await untilStopped(signal)
    if (payload.work === 'fails') throw new Error('This piece cannot be made')
  },
  commit: ({ step: { payload } }) =>
    payload.work === 'asks' ? park(pieceRun.at.answered, { kind: 'person', labels: ['answer'] }) : finish(),
})

export const plans = planRun.workflow({
  first: 'advance',
  cancelled: 'clear-up',
  stepsKept: 20,
  ended,
  steps: { advance, join, 'clear-up': clearUp },
})
/** Pieces have nothing to clean up. */
export const pieces = pieceRun.workflow({
  first: 'make',
  ended,
  steps: { make, answered: pieceRun.step('answered', { commit: () => finish() }) },
})
