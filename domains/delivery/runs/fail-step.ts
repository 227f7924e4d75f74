import { failRun, type CommitContext, type StepError } from '../../../platform/jobs/index.ts'
import { sentence } from '../sentences/index.ts'

// Errors whose sentence was written for people. Messages of others may name paths and addresses of this server.
const forPeople = [
  'Unrecoverable',
  'StorageFullError',
  'StorageUnavailableError',
  'ScanTimeoutError',
  'GitMemoryError',
  'TreeTooLargeError',
  'HistoryTooLargeError',
  'RepositoryDamagedError',
  'RepositoryAbsentError',
  'PackLostError',
  'StepLost',
]

/** Fails the run with the error, at its step, when no further try helps. Diagnostics have the error itself. */
export const failStep = ({ step }: CommitContext, error: StepError) =>
  isForPeople(error)
    ? failRun({ message: error.message, step: step.name, ...(error.code && { code: error.code }) })
    : failRun({ message: sentence('failed_at_step', { step: step.name }), step: step.name, code: 'internal' })

const isForPeople = ({ name }: StepError) => forPeople.includes(name)

/** The text of an error for people: its own words if they were written for them. */
export const messageFor = (error: StepError, otherwise: string): string =>
  isForPeople(error) ? error.message : otherwise
