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
  since: (age: string) => `Waits for ${age}.`,
  checksOf: {
    base: 'Packages are installed and checks run before the change',
    change: 'Packages are installed and checks run over the change',
    result: 'Checks run over the merged result',
  },
  tookBefore: (list: string) => `Last time: ${list}.`,
  nothingToDo: 'There is nothing for you to do: it is delivered as soon as they pass.',
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
