import { storedError } from './payload.ts'
import type { StepError } from './step.ts'

const code = 'storage_full'

/** The error of a step that met a full disk, as it is kept: nobody's fault, and over when there is room. */
export const diskFullError = (error: unknown): StepError => ({ ...storedError(error), code })

/** Whether a step waits for room on the disk. */
export const waitsForDisk = (error: StepError | null): boolean => error?.code === code
