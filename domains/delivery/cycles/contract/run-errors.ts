import { conflict } from '../../../../platform/contract/index.ts'

/** Refusals of a run's beginning: no agent or model can carry out the tasks of the project. */
export const carrierErrors = {
  noAgent: conflict({
    code: 'no_agent',
    message:
      'No agent can carry out the tasks of this project: it names no agent that executes under its harness, or the built-in coder is deactivated and no other agent executes.',
  }),
  noHarness: conflict({
    code: 'harness_not_installed',
    message:
      'The harness of this project is not installed on this instance. The resolved harness names the setting that chose it: choose native, or ask the operator.',
  }),
  noModel: conflict({
    code: 'model_unavailable',
    message:
      'The model of this project’s agent cannot be used: it does not exist, or its price is unknown and a cost cap could not be enforced. Choose another model, or have its price set.',
  }),
} as const

/** Refusals of a run's beginning by the database. */
export const queueErrors = {
  notQueued: {
    status: 502,
    code: 'dispatch_failed',
    message: 'The run could not be queued. Nothing was started or changed; try again.',
    retryAfterSeconds: 5,
  },
} as const
