/** Reasons of a draft's sorting, and reasons for which an autopilot waits, by their codes; `planning` writes them. */
export const planningSentences = {
  autopilot_cycle_cap:
    'The run has begun as many cycles as cycleCap allows. Raise it, or stop the run and start another one.',
  autopilot_cost_cap: 'What may be spent is spent. Raise costCapUsd, or the cap that the last cycle was refused by.',
  autopilot_no_agent: 'No agent can carry out the tasks of the project.',
  autopilot_no_harness: 'The harness that the project is set to is not installed.',
  autopilot_no_model: 'The model that the agent of the project is set to cannot be used.',
  autopilot_not_connected: 'The repositories of the project live on a code host that is not connected.',
  sorted_duplicate: 'Another cycle asks for the same.',
  sorted_fault: 'It reports that something does not work as it should.',
  sorted_feature: 'It asks for something new.',
  sorted_security: 'It is about security.',
  sorted_unclear: 'It does not say what is wanted.',
  sorted_upkeep: 'It is upkeep that users do not see.',
  sorted_wording: 'It is about words or appearance.',
  unsorted_failed: 'It was not sorted: something went wrong on our side.',
  unsorted_no_agent: 'It was not sorted: no intake agent is active.',
  unsorted_no_answer: 'It was not sorted: the model of the intake agent gave no answer.',
  unsorted_no_model: 'It was not sorted: the model of the intake agent cannot be used.',
  unsorted_unreadable: 'It was not sorted: the model gave no choice that can be read, asked twice.',
} as const
