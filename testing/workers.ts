import { availableParallelism } from 'node:os'

/** How many connections the test server takes. */
export const connections = 400
/** Reckoned for each worker: the pools of a suite and of its servers. */
export const connectionsPerWorker = 50

/** Three workers for two cores, since many tests wait for a lease, a lock or a time limit; as far as their connections fit. */
export const workers = Math.min(Math.ceil(availableParallelism() * 1.5), Math.floor(connections / connectionsPerWorker))
