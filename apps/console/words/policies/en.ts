const days = (count: number, one: string, many: string) => (count === 1 ? one : many.replace('#', String(count)))

/** Texts of the policies. Another language is an object of the same shape. */
export const en = {
  title: 'Policies',
  text: 'They apply to every project without its own.',
  textOfProject: 'What happens to a change before it is merged, and to waiting requests.',
  own: { workspace: 'Set in this workspace.', project: 'Set in this project.' },
  inherit: {
    workspace: (value: string) => `Workspace default: ${value}`,
    instance: (value: string) => `Server default: ${value}`,
  },
  inherits: { workspace: 'Server default', project: 'Workspace default' },
  yes: 'Yes',
  no: 'No',
  requiresApproval: 'The agency approves each change',
  requiresApprovalHint: 'A change is merged only after a person has approved it.',
  shown: 'A change that only the agent’s own tests show',
  shownHint: 'Merging it trusts that the agent’s tests test what was requested.',
  checked: 'A change that is checked and that no test shows',
  checkedHint: 'Documentation or comments alone can be merged while a person is asked about everything else.',
  unverified: 'A change that no check can judge',
  weakened: 'A change after which tests prove less',
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
  probes: 'Probe changes for code that deceives the tests',
  probesHint: 'Further runs after the checks pass; they take about as long as the checks.',
  probing: { on: 'Yes', off: 'No' },
  examiner: 'A model writes tests from the request alone',
  examinerHint:
    'It does not see the change. Such tests prove it; a person decides where one fails and the request asks for it.',
  examining: {
    off: 'Never',
    shown: 'For changes that only their own tests show',
    risky: 'For risky changes',
    always: 'For all changes',
  },
  packages: 'A person decides about new packages',
  packagesHint: 'About those that the description does not name, about all, or about none.',
  packagesOf: { named: 'Only those not named', ask: 'Always', merge: 'Never' },
  shownChoice: {
    question: 'Merge by itself what only the agent’s own tests show?',
    trusts: 'Merging it trusts that the tests of an agent test what you asked for; nobody else looks at the change.',
    earlier:
      'Earlier versions merged such changes, and called them proved. Now they wait for you, and so do changes of documentation alone. This command restores both:',
    ask: 'No, ask me',
    merge: 'Yes, merge it',
  },
  merging: {
    each: 'Every change waits for a person: the project has each one approved.',
    sentence: (merging: readonly string[], waiting: readonly string[]) =>
      `Merges by itself: ${merging.join(', ')}.${waiting.length === 0 ? '' : ` Waits for you: ${waiting.join(', ')}.`} What the list “What no test shows” asks about waits for you in any case.`,
    kinds: {
      proved: 'what a test proves that its agent did not write',
      shown: 'what only the agent’s own tests show',
      checked: 'what passes its checks without a test that shows it',
      prose: 'documentation alone',
      unverified: 'what no check can judge',
    },
  },
  remind: 'Remind about waiting requests',
  expire: 'Cancel undecided requests',
  expireHint: 'The run then ends as if the request was rejected.',
  every: (hours: number) =>
    hours === 0 ? 'Never' : hours % 24 === 0 ? days(hours / 24, 'Every day', 'Every # days') : `Every ${hours} hours`,
  after: (hours: number) =>
    hours === 0 ? 'Never' : hours % 24 === 0 ? days(hours / 24, 'After a day', 'After # days') : `After ${hours} hours`,
}
