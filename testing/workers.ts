import { availableParallelism } from 'node:os'

/** How many connections the test server takes. */
export const connections = 400
/** Reckoned for each worker: the pools of a suite and of its servers. */
export const connectionsPerWorker = 50

/** As many workers as there are cores, as far as their connections fit. */
export const workers = Math.min(availableParallelism(), Math.floor(connections / connectionsPerWorker))
