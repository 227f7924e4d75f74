interface FoundPrice {
  readonly inputUsdPerMillion: number | null
  readonly outputUsdPerMillion: number | null
  readonly pricedOn: string | null
}

export const en = {
  title: 'Your first change, merged in minutes',
  lead: 'Three steps. Only what the model reads leaves this server.',
  skip: 'Skip',
  change: 'Change',

  repository: 'A repository',
  repositoryText: 'A folder or a git bundle of yours, or a small sample.',
  goOn: (name: string) => `Continue with ${name}`,
  sample: 'Four files that count words, with tests that pass.',

  model: 'A model',
  modelText: 'It writes the code.',
  which: 'Model',
  offline: 'Offline model',
  offlineText: 'Only applies code blocks. For a first try without a model.',
  ofServer: 'A model of this server',
  ofWorkspace: 'An endpoint of this workspace',
  foundServer: (place: string) => `Runs on this server’s machine, at ${place}. Free.`,
  foundKey: (variable: string) => `By the key ${variable} of this server’s environment`,
  foundPrice: ({ inputUsdPerMillion: input, outputUsdPerMillion: output, pricedOn }: FoundPrice) =>
    pricedOn === null
      ? 'Asks it one question. A model server of this machine costs nothing.'
      : `Asks it one question. A million tokens cost $${input} in and $${output} out (price list of ${pricedOn}).`,
  tryFound: 'Try it and add it',
  unusable: (count: number) => `${count} found that cannot be used`,
  yours: 'Your endpoint',
  yoursText: 'Any API compatible with OpenAI or Anthropic',
  address: 'Address',
  addressHint: 'Public and https, as far as the version: https://api.example.com/v1',
  name: 'Model',
  nameHint: 'As the endpoint calls it.',
  key: 'Key',
  keyHint: 'Stored encrypted. Agents never see it.',
  input: 'Input, in USD for a million tokens',
  output: 'Output, in USD for a million tokens',
  priceHint: 'Cost caps use it. 0 means free.',
  missing: 'Required.',
  badAddress: 'Write it as https://api.example.com/v1.',
  badPrice: 'Write a number such as 1.25.',
  add: 'Add it',
  adding: 'Adding…',
  test: 'Test',
  testing: 'Testing…',
  works: 'It streams and calls tools',
  worksNot: 'Agents cannot use it: it must stream answers and call tools.',
  remove: 'Remove it',
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
    ['You decide', 'You see every line, and approve exactly those bytes.'],
    ['Merged and recorded', 'A new revision, and an entry in a log that shows any tampering.'],
  ] as readonly (readonly [string, string])[],
  terminal: 'The same from a terminal',
}
