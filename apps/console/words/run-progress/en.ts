/** What is said of the way of a cycle: what its run waits for, and what happened. */
export const en = {
  title: 'What happened',
  none: 'Nothing has happened yet',
  noneText: 'Each step of the cycle and of its tasks stands here, newest first.',
  waiting: 'What the run waits for',
  since: (age: string) => `Waits for ${age}.`,
  waits: {
    sandbox: {
      title: 'No sandbox is free',
      text: 'Other runs take all that this server may have at once. It goes on by itself when one of them ends.',
    },
    person: {
      title: 'Somebody has to decide',
      text: 'It goes on once they do. Who may decide it finds it on their home page.',
    },
  },
  ofTask: (title: string) => `“${title}”`,
  cycle: {
    proposed: 'Proposed',
    updated: 'Changed',
    planned: 'Planned',
    messaged: 'A message',
    sorted: 'Given its place',
    checked: 'Checked as a whole',
    reverted: 'Taken back',
  },
  task: {
    reviewed: 'Reviewed',
    checked: 'Checked',
    rechecked: 'Checked again',
    check_requested: 'Another check was asked for',
    commented: 'Commented on',
    updated: 'Changed',
    removed: 'Removed',
  },
  pending_request: {
    created: 'Somebody is asked',
    resolved: 'Decided',
    cancelled: 'A question was withdrawn',
    expired: 'A question ran out of time',
  },
}
