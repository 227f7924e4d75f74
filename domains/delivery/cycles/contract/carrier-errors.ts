import { conflict } from '../../../../platform/contract/index.ts'
/** Nothing can carry the tasks of a project out: what whoever would begin a run is refused with. */
export const carrierErrors = {
  noAgent: conflict({
    code: 'no_agent',
    message:
      'No agent can carry out the tasks of this project: runtime.agentId names none that may, or the built-in coder is deactivated and no other agent executes.',
  }),
  noHarness: conflict({
    code: 'harness_not_installed',
    message:
      'The harness that this project is set to is not installed on this instance. Its resolved harness says which setting chose it: choose native, or ask the operator.',
  }),
  noModel: conflict({
    code: 'model_unavailable',
    message:
      'The model that the agent of this project is set to cannot be used: it is not there, or what it costs is not known and a cost cap would not hold. Choose another one, or have its price set.',
  }),
} as const
