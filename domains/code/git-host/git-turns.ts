import { openTurns, type Turns } from '../../../platform/waiting/index.ts'

const fetchesMost = 8
const pushesMost = 4

const fetches = openTurns(fetchesMost)
const pushes = openTurns(pushesMost)

/** Waits for a turn at answering a clone or a fetch, which takes a process of git. Throws NoTurn. */
export const takeFetchTurn = (workspace: string): Promise<() => void> => take(fetches, workspace, fetchesMost)

/** Waits for a turn at receiving and checking a push. Throws NoTurn. */
export const takePushTurn = (workspace: string): Promise<() => void> => take(pushes, workspace, pushesMost)

/** A workspace has half of the turns of this process at most. */
const take = (turns: Turns, key: string, total: number) =>
  turns.take({ key, runningMax: total / 2, waitingMax: 50, waitMs: 20_000 })
