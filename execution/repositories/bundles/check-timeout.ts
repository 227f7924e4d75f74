import { ScanTimeoutError } from '../scans/scan.ts'

/**
 * Checking a bundle took longer than this machine allows. That is no verdict on the bundle, which may be sound: the
 * caller tries again. The cost of checking is limited by a bundle's bytes and objects. The message is for people.
 */
export class CheckTimeoutError extends Error {
  constructor(limitMs: number, options?: ErrorOptions) {
    super(`Checking the bundle took longer than ${Math.round(limitMs / 1_000)} seconds and was stopped.`, options)
    this.name = 'CheckTimeoutError'
  }
}

/** Whether the check of a bundle, or the scan of its history, ended by the clock. */
export const isCheckTimeout = (error: unknown): boolean =>
  error instanceof CheckTimeoutError || error instanceof ScanTimeoutError
