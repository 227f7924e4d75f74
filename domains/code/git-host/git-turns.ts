import { NoTurn, openPlaces, openTurns, pools, type PlaceHolder } from '../../../platform/waiting/index.ts'

const fetches = openTurns(pools.gitFetches.total)
const pushes = openTurns(pools.gitPushes.total)
const readers = openPlaces(pools.gitSlowReaders)
const arriving = openPlaces(pools.gitPushesArriving)

const queue = { waitingMax: 50, waitMs: 20_000 }

/** A turn at answering a clone or a fetch. */
export interface FetchTurn {
  /** Git waits for the reader from now on: exchanges the turn for a place among slow readers, if one is free. */
  becomeSlow(): void
  end(): void
}

/** Waits for a turn at answering a clone or a fetch, which takes a process of git. Throws NoTurn. */
export const takeFetchTurn = async (workspace: string): Promise<FetchTurn> => {
  const endTurn = await fetches.take({ key: workspace, runningMax: pools.gitFetches.workspace, ...queue })
  let endPlace: (() => void) | undefined
  return {
    becomeSlow: () => {
      if (endPlace) return
      const place = readers.take({ workspace })
      if (typeof place === 'string') return
      endPlace = place
      endTurn()
    },
    end: () => {
      endTurn()
      endPlace?.()
    },
  }
}

/** Waits for a turn at checking a push that has arrived. Throws NoTurn. */
export const takePushTurn = (workspace: string): Promise<() => void> =>
  pushes.take({ key: workspace, runningMax: pools.gitPushes.workspace, ...queue })

/** A place for a push that arrives, for as long as its sender takes. Throws NoTurn. */
export const takeArrival = (holder: Required<Pick<PlaceHolder, 'workspace' | 'person'>>): (() => void) => {
  const end = arriving.take(holder)
  if (typeof end === 'string') throw new NoTurn(holder.workspace, end === 'own')
  return end
}
