export const en = {
  title: 'Your first change, merged in minutes',
  lead: 'Three steps. Only what the model reads leaves this server.',
  skip: 'Skip',
  change: 'Change',

  repository: 'A repository',
  repositoryText: 'A folder or a Git bundle of yours, or a small sample.',
  goOn: (name: string) => `Continue with ${name}`,
  goOnText: 'Your newest project, without another import.',
  sample: 'Four files that count words, with tests that pass.',

  model: 'A model',
  modelText: 'It writes the code.',
  use: 'Use it',

  sentence: 'A change',
  sentenceText: 'Say in a sentence what should be different.',
  label: 'What should be different?',
  hint: 'What you want, and how to check it.',
  hintOffline: 'No model is connected. The offline model only applies the code blocks and commands written here.',
  example: 'Use an example',
  begin: 'Start',
  beginning: 'Starting…',

  then: 'What happens next',
  steps: [
    ['A plan', 'Your sentence becomes one or more tasks. You can change them.'],
    ['A sandbox per task', 'The agent works on a copy, without your keys. Only the model is reachable.'],
    ['Your own tests, before and after', 'What passed before must pass afterwards.'],
  ] as readonly (readonly [string, string])[],
  decides: {
    each: ['You decide', 'You see every line, and approve exactly what you saw.'],
    shown: [
      'Merged, or decided by you',
      'A change merges by itself if tests prove or show it, as your policies say. For all others, you see every line and approve exactly what you saw.',
    ],
    proved: [
      'Merged, or decided by you',
      'A change merges by itself if an independent test proves it. For all others, you see every line and approve exactly what you saw.',
    ],
  } as Readonly<Record<'each' | 'shown' | 'proved', readonly [string, string]>>,
  merged: ['Merged and recorded', 'A new revision, and an entry in a log that shows any tampering.'] as readonly [
    string,
    string,
  ],
  terminal: 'The same from a terminal',
}
