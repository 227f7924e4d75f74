import { isDiskFull, StorageFullError } from '../storage/index.ts'
import { storedError } from './payload.ts'
import type { StepError } from './step.ts'

const code = 'storage_full'

/** Whether a step met a full disk, its own or the database's (53100): nobody's fault, and over when there is room. */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof StorageFullError || isDiskFull(error) || (error as { code?: unknown } | undefined)?.code === '53100'

/** The error of such a step as it is kept. */
export const roomError = (error: unknown): StepError => ({ ...storedError(error), code })

/** Whether a step waits for room on the disk. */
export const waitsForRoom = (error: StepError | null): boolean => error?.code === code
