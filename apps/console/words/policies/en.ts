import { mergeChoiceTitles } from '../../../../domains/code/projects/rules/merge-choice.ts'

const days = (count: number, one: string, many: string) => (count === 1 ? one : many.replace('#', String(count)))

/** Texts of the policies. Another language is an object of the same shape. */
export const en = {
  title: 'Policies',
  text: 'Saved at once. A project can have its own.',
  textOfProject: 'Saved at once. What you do not set here follows the workspace.',
  own: { workspace: 'Set in this workspace.', project: 'Set in this project.' },
  inherits: { workspace: 'Server default', project: 'Workspace default' },
  inheritsNow: {
    workspace: (value: string) => `Server default: ${value}`,
    project: (value: string) => `Workspace default: ${value}`,
  },
  follow: { workspace: 'Use the server default', project: 'Use the workspace default' },
  more: 'More rules',
  yes: 'Yes',
  no: 'No',
  requiresApproval: 'A person approves every change',
  requiresApprovalHint: 'Even those that would merge by themselves.',
  shown: 'When only the agent’s own tests show a change',
  shownHint: 'To merge it is to trust that the agent’s tests test what was requested.',
  checked: 'When checks pass, but no test shows the change',
  checkedHint: 'Documentation alone can be merged, and a person be asked about the rest.',
  unverified: 'When no check can judge a change',
  weakened: 'When a change weakens the tests',
  review: { ask: 'Ask a person', merge: 'Merge it', refuse: 'Refuse it' },
  reviewOfChecked: {
    ask: 'Ask a person',
    prose: 'Merge documentation alone',
    merge: 'Merge it',
    refuse: 'Refuse it',
  },
  model: 'A model reviews changes before they are merged',
  modelHint: 'If it is required and no model can, a person is asked.',
  models: { on: 'Yes', required: 'Required', off: 'No' },
  probes: 'Look for code that only fools the tests',
  probesHint: 'Takes about as long as the checks, once they pass.',
  probing: { on: 'Yes', off: 'No' },
  examiner: 'A second model writes extra tests',
  examinerHint: 'From the request, without seeing the change. If one fails, a person decides.',
  examining: {
    off: 'Never',
    shown: 'If only the agent’s own tests show it',
    risky: 'For risky changes',
    always: 'For all changes',
  },
  packages: 'A person decides about new packages',
  packagesOf: { named: 'Unless the request names them', ask: 'Always', merge: 'Never' },
  mergeChoice: {
    question: 'What merges by itself?',
    text: 'Code that no test covers always waits for you, unless a project allows more.',
    hint: 'Code that no test covers waits for you.',
    choices: mergeChoiceTitles,
    means: (merges: boolean): string =>
      merges
        ? 'The change that waits now would then merge by itself.'
        : 'The change that waits now would still wait for you.',
    now: 'Current',
    custom: 'Custom',
    customHint: 'Set under “More rules”.',
    untested: 'Untested code merges too. Change this under “More rules”.',
  },
  remind: 'Remind people of waiting requests',
  expire: 'Close unanswered requests',
  expireHint: 'The run then ends, and nothing is merged.',
  every: (hours: number) =>
    hours === 0 ? 'Never' : hours % 24 === 0 ? days(hours / 24, 'Every day', 'Every # days') : `Every ${hours} hours`,
  after: (hours: number) =>
    hours === 0 ? 'Never' : hours % 24 === 0 ? days(hours / 24, 'After a day', 'After # days') : `After ${hours} hours`,
}
