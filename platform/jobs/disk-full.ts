import { storedError } from './payload.ts'
import type { StepError } from './step.ts'

const code = 'storage_full'

/** The stored error of a step that met a full disk: no fault of the step, and over when there is room. */
export const diskFullError = (error: unknown): StepError => ({ ...storedError(error), code })

/** Whether a step waits for room on the disk. */
export const waitsForDisk = (error: StepError | null): boolean => error?.code === code
