import { sandboxLineSentence } from '../../../../platform/contract/sandbox-holders.ts'

interface WaitForSandbox {
  readonly runs: number
  readonly requests: number
  readonly people: number
  /** Undefined if the line is not known. */
  readonly place: number | undefined
}

/** Texts about the progress of a cycle: the waits of its run, and its events. */
export const en = {
  title: 'History',
  none: 'Nothing happened yet',
  noneText: 'Steps of the cycle and its tasks appear here, newest first.',
  waiting: 'What the run does and waits for',
  since: (age: string) => `Waiting for ${age}.`,
  checksOf: {
    base: 'Installing packages and running checks before the change',
    change: 'Installing packages and running checks over the change',
    result: 'Running checks over the merged result',
  },
  took: (check: string, time: string) => `“${check}” took ${time}`,
  tookBefore: (list: string) => `Last time, ${list}.`,
  nothingToDo: 'You have nothing to do: the result is delivered once all checks pass.',
  waits: {
    sandbox: { title: 'No sandbox is free', text: (wait: WaitForSandbox) => sandboxLineSentence(wait) },
    person: {
      title: 'A decision is needed',
      text: () => 'The run continues after it. People who may decide find it on Home.',
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
