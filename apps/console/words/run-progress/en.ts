/** Texts about the progress of a cycle: the waits of its run, and its events. */
export const en = {
  title: 'History',
  none: 'Nothing happened yet',
  noneText: 'Steps of the cycle and its tasks appear here, newest first.',
  waiting: 'What the run waits for',
  since: (age: string) => `Waits for ${age}.`,
  checksResult: (names: string) => `Checks run over the merged result${names === '' ? '' : `: ${names}`}`,
  nothingToDo: 'There is nothing for you to do: it is delivered as soon as they pass.',
  waits: {
    sandbox: {
      title: 'No sandbox is free',
      text: 'Other runs use every sandbox of this server. This run continues when one of them ends.',
    },
    person: {
      title: 'A decision is needed',
      text: 'The run continues after it. People who may decide find it on Home.',
    },
  },
  ofTask: (title: string) => `“${title}”`,
  cycle: {
    proposed: 'Proposed',
    updated: 'Changed',
    planned: 'Planned',
    messaged: 'Message',
    sorted: 'Prioritized',
    checked: 'Checked as a whole',
    reverted: 'Reverted',
  },
  task: {
    reviewed: 'Reviewed',
    checked: 'Checked',
    rechecked: 'Checked again',
    check_requested: 'Another check requested',
    commented: 'Commented',
    updated: 'Changed',
    removed: 'Removed',
  },
  pending_request: {
    created: 'Decision requested',
    resolved: 'Decided',
    cancelled: 'Request withdrawn',
    expired: 'Request expired',
  },
}
