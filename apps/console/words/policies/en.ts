import { mergeChoiceTitles } from '../../../../domains/code/projects/rules/merge-choice.ts'

const days = (count: number, one: string, many: string) => (count === 1 ? one : many.replace('#', String(count)))

/** Texts of the policies. Another language is an object of the same shape. */
export const en = {
  title: 'Policies',
  text: 'Saved as you choose. Projects with settings of their own keep them.',
  textOfProject: 'What happens to a change before it is merged, and to waiting requests.',
  own: { workspace: 'Set in this workspace.', project: 'Set in this project.' },
  inherits: { workspace: 'Server default', project: 'Workspace default' },
  yes: 'Yes',
  no: 'No',
  requiresApproval: 'The agency approves each change',
  requiresApprovalHint: 'A change is merged only after a person has approved it.',
  shown: 'When only the agent’s own tests show a change',
  shownHint: 'Merging it trusts that the agent’s tests test what was requested.',
  checked: 'When checks pass, but no test shows the change',
  checkedHint: 'Documentation or comments alone can be merged while a person is asked about everything else.',
  unverified: 'When no check can judge a change',
  weakened: 'When a change weakens the tests',
  reviewHint: 'A person is asked, it is merged as it is, or it is refused.',
  review: { ask: 'Ask a person', merge: 'Merge it', refuse: 'Refuse it' },
  reviewOfChecked: {
    ask: 'Ask a person',
    prose: 'Merge documentation alone',
    merge: 'Merge it',
    refuse: 'Refuse it',
  },
  model: 'A model reads changes before they are merged',
  modelHint: 'When required, a person is asked where no model could read it.',
  models: { on: 'Yes', required: 'Required', off: 'No' },
  probes: 'Look for code that only fools the tests',
  probesHint: 'Further runs after the checks pass; they take about as long as the checks.',
  probing: { on: 'Yes', off: 'No' },
  examiner: 'Extra tests by a second model',
  examinerHint:
    'It does not see the change. Such tests prove it; a person decides where one fails and the request asks for it.',
  examining: {
    off: 'Never',
    shown: 'If only its own tests show it',
    risky: 'For risky changes',
    always: 'For all changes',
  },
  packages: 'A person decides about new packages',
  packagesHint: 'About those that the description does not name, about all, or about none.',
  packagesOf: { named: 'Only those not named', ask: 'Always', merge: 'Never' },
  mergeChoice: {
    question: 'What merges by itself?',
    text: 'Choose once; the settings have it later. A change always waits for you if no test sees a part of it that a program runs.',
    choices: mergeChoiceTitles,
    means: (merges: boolean): string =>
      merges
        ? 'A change like the one above then merges by itself.'
        : 'A change like the one above still waits for you.',
    ownSettings: 'Own settings',
    fineTune: 'Fine-tune',
  },
  merging: {
    title: 'Which changes merge',
    each: 'Every change waits for a person: the project has each one approved.',
    merges: 'By themselves, unless their review asks you',
    waits: 'Once you approve',
    refused: 'Never',
    kinds: {
      proved: 'Changes that a test proves which their agent did not write',
      shown: 'Changes that only their agent’s own tests show',
      checked: 'Changes that pass their checks, though no test shows them',
      prose: 'Changes of documentation alone',
      unverified: 'Changes that no check can judge',
      unseen: 'Changes whose review asks about a file, a call or a part that no test shows',
    },
  },
  remind: 'People are reminded of waiting requests',
  expire: 'Undecided requests are cancelled',
  expireHint: 'The run then ends as if the request was rejected.',
  every: (hours: number) =>
    hours === 0 ? 'Never' : hours % 24 === 0 ? days(hours / 24, 'Every day', 'Every # days') : `Every ${hours} hours`,
  after: (hours: number) =>
    hours === 0 ? 'Never' : hours % 24 === 0 ? days(hours / 24, 'After a day', 'After # days') : `After ${hours} hours`,
}
